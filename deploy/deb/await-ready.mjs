// Ends when the server on this machine is ready, with 1 where it is not in two minutes.
const limit = Date.now() + 120_000;
for (;;) {
  const answer = await fetch('http://127.0.0.1:3000/health/ready').catch(() => undefined);
  if (answer?.status === 200) process.exit(0);
  if (Date.now() > limit) process.exit(1);
  await new Promise((done) => setTimeout(done, 200));
}
