import { type ReactNode, useId } from 'react';
import { PaneFill, type Time } from './sky.tsx';

interface Position {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
}

/** Shading of a window: a blind inside, or a shutter or an awning outside. */
type Shade = 'blind' | 'pleated' | 'shutter' | 'awning' | 'none';

interface FrontProps extends Position {
  readonly time: Time;
  readonly shade?: Shade;
  /** Share of the window that is covered. */
  readonly coverRatio?: number;
  readonly colour?: string;
  readonly children?: ReactNode;
}

/** A single window from the front: 84 × 124. */
export function FrontWindow(props: FrontProps) {
  const {
    x,
    y,
    scale = 1,
    time,
    shade = 'none',
    coverRatio = 0.5,
    colour = '#7d94b3',
    children,
  } = props;
  const id = useId();
  const coveredHeight = 100 * coverRatio;
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <PaneFill id={id} time={time} isLit={false} />
      <path d="M-2 124h92l-6 7H2z" fill="#000000" opacity="0.16" />
      <path d="M0 0h84v124H0z" fill="#c58a4c" />
      <path d="M78 0h6v124h-6zM0 118h84v6H0z" fill="#000000" opacity="0.14" />
      <path d="M5 5h74v114H5z" fill="#dfae70" />
      <path d="M12 13h60v100H12z" fill={`url(#${id})`} />
      {children}
      <path d="M12 96 52 13h14L12 113z" fill="#ffffff" opacity="0.28" />
      <Shading shade={shade} coveredHeight={coveredHeight} colour={colour} />
      <path d="M28 7h28v3H28z" fill="#f4f4f2" />
    </g>
  );
}

function Shading({
  shade,
  coveredHeight,
  colour,
}: {
  shade: Shade;
  coveredHeight: number;
  colour: string;
}) {
  const linesEvery = (step: number) =>
    Array.from(
      { length: Math.floor(coveredHeight / step) },
      (_, index) => `M12 ${13 + (index + 1) * step}h60`,
    ).join('');
  if (shade === 'none') return null;
  if (shade === 'shutter') {
    return (
      <>
        <path d="M6-8h72v18H6z" fill="#3b4658" />
        <path d={`M9 10h66v${coveredHeight + 3}H9z`} fill="#596579" />
        <path
          d={linesEvery(8)}
          stroke="#3b4658"
          strokeWidth="1.600"
          transform="translate(-3 0) scale(1.08 1)"
        />
      </>
    );
  }
  if (shade === 'awning') {
    return (
      <>
        <path d="M8-4h68v9H8z" fill="#3b4658" />
        <path d={`M10 5h64v${coveredHeight + 8}H10z`} fill="#39404c" opacity="0.62" />
        <path d={`M9 ${coveredHeight + 11}h66v4H9z`} fill="#3b4658" />
      </>
    );
  }
  return (
    <>
      <path d={`M12 13h60v${coveredHeight}H12z`} fill={colour} />
      {shade === 'pleated' && (
        <path d={linesEvery(6)} stroke="#ffffff" strokeWidth="1.400" opacity="0.55" />
      )}
      <path d={`M11 ${11 + coveredHeight}h62v5H11z`} fill="#f6f3ee" />
    </>
  );
}

/** A phone that controls windows; 66 × 118. */
export function Phone({ x, y, scale = 1 }: Position) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale}) rotate(8)`}>
      <rect width="62" height="112" rx="10" fill="#141b27" />
      <rect x="4" y="5" width="54" height="102" rx="7" fill="#f5f7fa" />
      <path d="M12 22h38l-6 34H12z" fill="#a6d0f5" />
      <path d="M18 48l7-20h18l-6 20z" fill="#2a3446" />
      <path d="m22 45 5.500-14h10L33 45z" fill="#ffffff" />
      <path d="M12 64h26M12 71h18" stroke="#8d98a8" strokeWidth="3.500" strokeLinecap="round" />
      <rect x="12" y="82" width="38" height="15" rx="7.5" fill="#c13f29" />
      <circle cx="42.500" cy="89.500" r="5.200" fill="#ffffff" />
    </g>
  );
}

/** Radio waves of a remote control. */
export function Waves({ x, y, scale = 1, colour = '#ffffff' }: Position & { colour?: string }) {
  return (
    <path
      transform={`translate(${x} ${y}) scale(${scale})`}
      d="M0-8q6 8 0 16M10-15q11 15 0 30M20-22q16 22 0 44"
      fill="none"
      stroke={colour}
      strokeWidth="3.500"
      strokeLinecap="round"
      opacity="0.9"
    />
  );
}

/** A wall switch with three buttons; 40 × 56. */
export function WallSwitch({ x, y, scale = 1 }: Position) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <rect x="2" y="3" width="40" height="56" rx="7" fill="#000000" opacity="0.2" />
      <rect width="40" height="56" rx="7" fill="#fbfbfa" />
      <path d="m13 17 7-7 7 7zM13 39l7 7 7-7z" fill="#46536a" />
      <path d="M13 26h14v4H13z" fill="#c13f29" />
    </g>
  );
}

/** A slanted seam between before and after. */
export function Seam({ x }: { x: number }) {
  return (
    <>
      <path d={`M${x + 26} 0h6l-51 240h-6z`} fill="#ffffff" />
      <circle cx={x + 3} cy="120" r="17" fill="#ffffff" />
      <path
        d={`M${x - 5} 120h15m-6-7 7 7-7 7`}
        stroke="#c13f29"
        strokeWidth="3.600"
        strokeLinecap="round"
        strokeLinejoin="round"
        fill="none"
      />
    </>
  );
}
