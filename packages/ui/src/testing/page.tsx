import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root | undefined;

/** Renders an element in place of the one before. */
export async function draw(element: React.ReactNode): Promise<void> {
  await clear();
  const host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  await act(async () => root?.render(element));
}

/** Renders the element again in the same place with other properties. */
export async function again(element: React.ReactNode): Promise<void> {
  await act(async () => root?.render(element));
}

export async function clear(): Promise<void> {
  await act(async () => root?.unmount());
  root = undefined;
  document.body.replaceChildren();
}

/** For a busy machine. What a test waits for normally comes within milliseconds. */
const PATIENCE_MS = 10_000;

/** Waits until the function no longer throws. React can work meanwhile. */
export async function until<T>(check: () => T): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
    }
  }
}

export function element<E extends HTMLElement = HTMLElement>(selector: string, text = ''): E {
  const found = [...document.querySelectorAll<E>(selector)].find((each) => each.textContent?.includes(text));
  if (!found) throw new Error(`Nothing fits ${selector} ${text} in ${document.body.textContent}`);
  return found;
}

export const text = (): string => document.body.textContent ?? '';

export async function press(target: HTMLElement): Promise<void> {
  await act(async () => target.click());
}

/** Types a key as a keyboard does: keydown, then the input, unless the key was prevented. Returns true when it was. */
export async function typeKey(input: HTMLInputElement, key: string): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  await act(async () => input.dispatchEvent(event));
  if (!event.defaultPrevented && key.length === 1) await fill(input, input.value + key);
  return event.defaultPrevented;
}

/** Sets the whole value of a field, as auto-fill does. */
export async function fill(
  input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  value: string,
): Promise<void> {
  const setValue = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set;
  await act(async () => {
    setValue?.call(input, value);
    input.dispatchEvent(new Event(input instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  });
}
