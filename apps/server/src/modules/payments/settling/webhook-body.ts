import { isUnstorable } from '#db/statements/unstorable.ts';

/** Fields that prove PayU's authorship or identify us to PayU. They are not stored. */
const OWN_FIELDS = new Set(['hash', 'key']);

/**
 * A provider's body, JSON or a form, as it is stored: an object without these fields. Older bodies are stored as texts.
 * Null if the database cannot store it.
 */
export function storedBody(body: unknown): unknown {
  const fields = typeof body === 'string' ? parseForm(body) : body;
  if (fields === null || isUnstorable(fields)) return null;
  if (typeof fields !== 'object' || Array.isArray(fields)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !OWN_FIELDS.has(name)));
}

function parseForm(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}
