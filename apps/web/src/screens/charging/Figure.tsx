interface FigureProps {
  children: string;
  unit: string;
}

/**
 * A changing number with its unit. When the number of digits changes, the unit becomes a new element, so that it does
 * not slide.
 */
export function Figure({ children, unit }: FigureProps) {
  return (
    <>
      {children}
      <small key={children.length}>{unit}</small>
    </>
  );
}
