import { createElement, type SVGProps } from 'react';

interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}
interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number;
}

/** Stands for lucide's own function in the build: the shop uses few of its options, and each page would carry all. */
export default function createIcon({ node }: IconData) {
  return ({ size = 24, ...props }: IconProps) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      // One by one, so that they need no keys.
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
