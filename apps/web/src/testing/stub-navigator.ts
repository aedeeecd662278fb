import { vi } from 'vitest';

/**
 * Replaces the device's `navigator` by one that has the properties of `own` and otherwise those of the real one.
 * `vi.unstubAllGlobals` restores it.
 */
export function stubNavigator(own: object): void {
  const device = navigator;
  vi.stubGlobal(
    'navigator',
    new Proxy(device, {
      get: (_, name) => Reflect.get(name in own ? own : device, name) as unknown,
      has: (_, name) => name in own || name in device,
    }),
  );
}
