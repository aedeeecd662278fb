/** The outline of a wallbox that has been removed. */
export function GoneDrawing() {
  return (
    <>
      <rect x="112" y="24" width="96" height="112" rx="30" strokeDasharray="5 7" />
      <path d="M146 66l28 28M174 66l-28 28" />
    </>
  );
}
