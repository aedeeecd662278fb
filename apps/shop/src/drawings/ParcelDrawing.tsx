/** A parcel on the floor. */
export function ParcelDrawing() {
  return (
    <>
      <path d="M160 52l66 28v64l-66 32-66-32V80z" />
      <path d="M94 80l66 30 66-30M160 110v66M127 66l66 30v22" />
    </>
  );
}
