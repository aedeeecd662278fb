import * as z from 'zod/mini';

type Strip = (value: unknown) => unknown;

/**
 * Creates a function that removes fields from a body that its schema does not know. It costs one copy and validates
 * nothing. Create it once for each schema. A union stays as it is.
 */
export function stripOf(schema: unknown): Strip {
  if (schema instanceof z.ZodMiniObject) return ofObject(schema);
  // `z.file()` bodies are sent elsewhere, so no such body gets here.
  if (schema instanceof z.ZodMiniFile) return () => ({});
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) return stripOf(schema.def.innerType);
  if (schema instanceof z.ZodMiniArray) {
    const strip = stripOf(schema.def.element);
    return strip === asItIs ? asItIs : (value) => (Array.isArray(value) ? value.map(strip) : value);
  }
  if (schema instanceof z.ZodMiniRecord) {
    const strip = stripOf(schema.def.valueType);
    const entry = ([key, value]: [string, unknown]): [string, unknown] => [key, strip(value)];
    return strip === asItIs
      ? asItIs
      : (value) => (isObject(value) ? Object.fromEntries(Object.entries(value).map(entry)) : value);
  }
  return asItIs;
}

function ofObject(schema: z.ZodMiniObject): Strip {
  const fields = Object.entries(schema.shape).map(([name, field]) => ({ name, strip: stripOf(field) }));
  return (value) => {
    if (!isObject(value)) return value;
    const known: Record<string, unknown> = {};
    for (const { name, strip } of fields) if (Object.hasOwn(value, name)) known[name] = strip(value[name]);
    return known;
  };
}

const asItIs: Strip = (value) => value;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
