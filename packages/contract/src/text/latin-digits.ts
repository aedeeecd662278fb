/** A text with the digits that a Hindi keyboard types as Latin ones: ५६००३८ → 560038. */
export const latinDigits = (text: string): string =>
  text.replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - '०'.charCodeAt(0)));
