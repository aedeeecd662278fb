/** Two wallboxes side by side, one only outlined. */
export function PairDrawing() {
  return (
    <>
      <rect x="52" y="24" width="96" height="112" rx="30" />
      <circle cx="100" cy="62" r="18" />
      <rect x="82" y="94" width="36" height="30" rx="12" />
      <rect x="172" y="24" width="96" height="112" rx="30" strokeDasharray="5 7" />
      <path d="M220 64v32M204 80h32" />
    </>
  );
}
