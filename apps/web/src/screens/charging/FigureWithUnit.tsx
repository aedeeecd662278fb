interface FigureWithUnitProps {
  children: string;
  unit: string;
}

/**
 * A changing number with its unit. When the number of digits changes, the unit becomes a new element, so that it does
 * not slide.
 */
export function FigureWithUnit({ children, unit }: FigureWithUnitProps) {
  return (
    <>
      {children}
      <small key={children.length}>{unit}</small>
    </>
  );
}
