import { act, useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { latinDigits } from '@bijli/contract/latin-digits';
import { CodeBoxes } from '@bijli/ui/CodeBoxes';
import { clear, draw, fill, typeKey } from '@bijli/ui/testing/page';

let digits: string[];
let entered: number;

function Boxes() {
  const [value, setValue] = useState<string[]>(Array<string>(6).fill(''));
  return (
    <CodeBoxes
      digits={value}
      onChange={(next) => {
        digits = next;
        setValue(next);
      }}
      label="Code"
      latinDigits={latinDigits}
      onEnter={() => (entered += 1)}
      digitLabel={(position) => `Digit ${position}`}
      blocks={(key, index) => index >= 3 && key === 'e'}
    />
  );
}

const boxes = () => [...document.querySelectorAll('input')];
const box = (position: number) => boxes()[position - 1] ?? expect.fail('no such box');
const focused = () => boxes().indexOf(document.activeElement as HTMLInputElement) + 1;
const type = (key: string) => typeKey(document.activeElement as HTMLInputElement, key);

beforeEach(async () => {
  digits = [];
  entered = 0;
  await draw(<Boxes />);
  box(1).focus();
});
afterEach(clear);

test('there are six boxes with a numeric keyboard, and the first accepts the code from the SMS [OTP-4]', () => {
  expect(boxes().map((each) => each.inputMode)).toEqual(Array(6).fill('numeric'));
  expect(box(1).autocomplete).toBe('one-time-code');
});

test('a digit moves on to the next box, and six digits form the code in order [OTP-5, OTP-8]', async () => {
  for (const digit of '481516') {
    await type(digit);
  }
  expect(digits.join('')).toBe('481516');
  expect(focused()).toBe(6);
});

test('digits of a Hindi keyboard form the same code, typed or pasted', async () => {
  for (const digit of '४८१') {
    await type(digit);
  }
  expect(digits.join('')).toBe('481');
  await fill(box(1), '४८१५१६');
  expect([digits.join(''), focused()]).toEqual(['481516', 6]);
});

test('Enter sends the code, in any box, once it is complete', async () => {
  await type('Enter');
  await fill(box(1), '481516');
  box(2).focus();
  await type('Enter');
  expect([entered, digits.join(''), box(1).getAttribute('enterkeyhint')]).toEqual([1, '481516', 'go']);
});

test('Backspace empties the box and moves to the one before [OTP-6]', async () => {
  await type('4');
  await type('8');
  expect(focused()).toBe(3);
  await type('Backspace');
  expect([focused(), digits.join('')]).toEqual([2, '4']);
  await type('Backspace');
  expect([focused(), digits.join('')]).toEqual([1, '']);
});

test('anything but a digit is removed [OTP-7]', async () => {
  for (const position of [1, 2, 3, 4, 5, 6]) {
    for (const entered of ['x', '-', '.', ' ', 'अ', '四', 'x ']) await fill(box(position), entered);
    expect([box(position).value, digits.join('')]).toEqual(['', '']);
  }
  expect(focused()).toBe(1);
  await type('4');
  box(1).focus();
  await fill(box(1), '4x');
  expect([box(1).value, digits.join('')]).toEqual(['', '']);
});

test('a digit typed over another replaces it, so that a box never has two [OTP-4, OTP-5]', async () => {
  await type('4');
  box(1).focus();
  await fill(box(1), '47');
  expect([digits[0], focused()]).toEqual(['7', 2]);
});

test('a key is ignored in the boxes that block it, and in no other [OTP-9]', async () => {
  for (const [position, isSwallowed] of [1, 2, 3, 4, 5, 6].map((each) => [each, each > 3] as const)) {
    box(position).focus();
    expect(await type('e')).toBe(isSwallowed);
  }
});

test('a pasted code fills all six boxes, wherever it is pasted [OTP-8]', async () => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', ' 123-456 ');
  await act(async () => box(3).dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })));
  expect([digits.join(''), focused()]).toEqual(['123456', 6]);
});

test('a code filled in by the phone fills all six boxes [OTP-8]', async () => {
  await fill(box(1), '987654');
  expect(digits.join('')).toBe('987654');
});
