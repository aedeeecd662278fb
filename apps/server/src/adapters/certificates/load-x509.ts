/** The library for certificates, loaded for the first one, so that servers start sooner. */
export async function loadX509() {
  // The library needs it, and does not import it.
  await import('reflect-metadata');
  return import('@peculiar/x509');
}
