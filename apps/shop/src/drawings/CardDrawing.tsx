/** A moving bank card. */
export function CardDrawing() {
  return (
    <>
      <rect x="96" y="64" width="128" height="84" rx="14" />
      <path d="M96 92h128M114 124h30" />
      <path d="M40 84h34M28 106h46M48 128h26" strokeDasharray="5 7" />
    </>
  );
}
