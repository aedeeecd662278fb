/** A wallbox whose cable is not plugged in. */
export function UnpluggedDrawing() {
  return (
    <>
      <rect x="112" y="24" width="96" height="112" rx="30" />
      <circle cx="160" cy="62" r="18" strokeDasharray="4 6" />
      <rect x="142" y="94" width="36" height="30" rx="12" />
      <path d="M178 136c0 26 40 40 60 14 16-22-10-44-26-26-12 14 6 44 44 52" opacity=".9" />
      <path d="M256 176h8" strokeWidth="8" />
    </>
  );
}
