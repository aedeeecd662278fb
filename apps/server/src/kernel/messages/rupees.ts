/** An amount as a driver reads it, such as `₹1,234.50`. `locale` is the language's BCP 47 tag. */
export function rupeesFor(locale: string): (paise: number) => string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'INR' });
  return (paise) => format.format(paise / 100);
}
