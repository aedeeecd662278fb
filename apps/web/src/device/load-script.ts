const MAX_TRIES = 3;

const onTheirWay = new Map<string, Promise<void>>();

/**
 * Loads a foreign script when it is first needed. It loads nothing when `defines` already exists, loads once for
 * simultaneous callers, and tries up to three times. Throws when it cannot be loaded.
 */
export async function loadScript(address: string, defines: string): Promise<void> {
  if (defines in globalThis) return;
  const loading = onTheirWay.get(address) ?? load(address, defines).finally(() => onTheirWay.delete(address));
  onTheirWay.set(address, loading);
  await loading;
}

async function load(address: string, defines: string): Promise<void> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    try {
      await insert(address);
      if (defines in globalThis) return;
      throw new Error(`${address} defines no ${defines}`);
    } catch (error) {
      console.warn(address, 'did not load, try', attempt, error);
    }
  }
  throw new Error(`${address} cannot be loaded`);
}

function insert(address: string): Promise<void> {
  const script = document.createElement('script');
  return new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('The script did not load')));
    script.src = address;
    document.head.append(script);
  }).catch((error: unknown) => {
    script.remove();
    throw error;
  });
}
