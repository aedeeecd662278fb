import { vi } from 'vitest';

/** Another device in the place of this one: it has `own`, and beyond that what this one has. Taken back by `vi.unstubAllGlobals`. */
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
