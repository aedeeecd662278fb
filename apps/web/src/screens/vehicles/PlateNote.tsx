import { useMessages } from '#messages/messages.ts';

/** The text below the field of a number plate: an error, if there is one, and an example. */
export function PlateNote({ problem }: { problem: string | undefined }) {
  const { vehicles: messages, errors } = useMessages();
  if (problem === undefined) return messages.example;
  if (problem !== errors.registration) return problem;
  return (
    <span>
      {problem}
      <br />
      {messages.example}
    </span>
  );
}
