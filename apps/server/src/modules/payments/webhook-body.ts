/** What proves to us that PayU wrote it, and names us to PayU: nobody's data. */
const OURS = new Set(['hash', 'key']);

/** What a provider wrote, JSON or a form, as it is kept: an object without what is ours. Bodies noted before are texts. */
export function storedBody(body: unknown): unknown {
  const fields = typeof body === 'string' ? parsed(body) : body;
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !OURS.has(name)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}
