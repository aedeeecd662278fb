interface FigureProps {
  children: string;
  unit: string;
}

/**
 * A number that changes under the eye, with its unit. With another number of digits the unit is another one, and not the same
 * one moved.
 */
export function Figure({ children, unit }: FigureProps) {
  return (
    <>
      {children}
      <small key={children.length}>{unit}</small>
    </>
  );
}
