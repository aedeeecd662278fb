/** What was ordered, in a few words: `3 × Wallbox 7`. */
export function orderedName({ productName, quantity }: { productName: string; quantity: number }): string {
  return quantity === 1 ? productName : `${quantity} × ${productName}`;
}
