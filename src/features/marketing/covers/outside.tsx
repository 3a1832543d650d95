import { useId } from 'react';
import { type Covering, SlopeWindow } from './roof.tsx';
import { isDark, PaneFill, type Time } from './sky.tsx';

interface HouseProps {
  readonly x: number;
  /** Position of the bottom edge of a house, or of the top edge of a flat-roof window. */
  readonly y: number;
  readonly scale?: number;
  readonly time: Time;
  readonly covering?: 'slate' | 'red' | 'snow';
  readonly wall?: string;
}

const roofColours: Readonly<Record<Exclude<Covering, 'graphite'>, readonly [string, string]>> = {
  slate: ['#4a5365', '#3a4252'],
  red: ['#b5614a', '#974c38'],
  snow: ['#f4f8fc', '#dbe5ef'],
};

/** A building with two roof windows; 120 × 104. */
export function House({ x, y, scale = 1, time, covering = 'slate', wall = '#f3ece1' }: HouseProps) {
  const [roof, edge] = roofColours[covering];
  const isAfterDark = isDark(time);
  const pane = isAfterDark ? '#f8cd7e' : '#a9cdec';
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <ellipse cx="62" cy="1" rx="76" ry="6" fill="#000000" opacity="0.14" />
      <path d="M8-52h104V0H8z" fill={wall} />
      <path d="M84-52h28V0H84z" fill="#000000" opacity="0.06" />
      <path d="M26-104h-2v-16h14v16z" fill="#a4523b" />
      <path d="M0-48 22-108h86l16 60z" fill={roof} />
      <path d="M0-48h124l-1-5H2z" fill={edge} />
      <path d="M10-62h108M15-76h99M20-90h91" stroke={edge} strokeWidth="1.2" opacity="0.8" />
      <path d="m40-64 7-26h18l-7 26zM78-64l5-26h18l-5 26z" fill="#2a3446" />
      <path d="m44-67 5.400-20h11l-5.400 20zM82-67l3.700-20h11l-3.700 20z" fill={pane} />
      <path d="M22-36h18v18H22zM82-36h18v18H82z" fill="#ffffff" />
      <path d="M24-34h14v14H24zM84-34h14v14H84z" fill={pane} />
      <path d="M31-34v14M91-34v14" stroke="#ffffff" strokeWidth="1.5" />
      <path d="M53-34h18V0H53z" fill="#c13f29" />
      <circle cx="67" cy="-16" r="1.3" fill="#ffffff" />
      {isAfterDark && <path d="M0-48 22-108h86l16 60h-12V0H8v-48z" fill="#121836" opacity="0.42" />}
      {isAfterDark && (
        <path
          d="m44-67 5.400-20h11l-5.400 20zM82-67l3.700-20h11l-3.700 20zM24-34h14v14H24zM84-34h14v14H84z"
          fill={pane}
        />
      )}
    </g>
  );
}

export function Tree({ x, y, scale = 1, colour = '#4f8a63' }: TreeProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path d="M-2-20h4V0h-4z" fill="#7a5638" />
      <path d="M0-62q18 6 16 24Q14-18 0-18T-16-38Q-18-56 0-62z" fill={colour} />
      <path d="M2-61q16 7 14 23Q14-18 2-18q12-18 0-43z" fill="#000000" opacity="0.1" />
    </g>
  );
}

interface TreeProps {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
  readonly colour?: string;
}

export function Fir({ x, y, scale = 1, colour = '#3f6a5c' }: TreeProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path d="M-2-8h4V0h-4z" fill="#6d4c33" />
      <path d="M0-66 13-40H8l10 17h-6L20-7h-40l8-16h-6l10-17h-5z" fill={colour} />
      <path d="M0-66 13-40H8l10 17h-6L20-7H4z" fill="#000000" opacity="0.12" />
    </g>
  );
}

/** Distant towers and blocks of a town. */
export function Skyline({ y, colour }: { y: number; colour: string }) {
  return (
    <path
      d={`M0 ${y}v-22h16v-14h18v20h14v-34h10l6-14 6 14h10v30h16v-12h22v22h18v-40h20v26h16v-12h20v18h14v-30h8l5-16 5 16h8v24h18v-14h20v20h18v-26h12v50z`}
      fill={colour}
    />
  );
}

/** A flat roof, from `y` to the bottom of a picture of 300 × 240. */
export function FlatRoof({ y, time }: { y: number; time: Time }) {
  const id = useId();
  const isAfterDark = isDark(time);
  return (
    <>
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor={isAfterDark ? '#4b4458' : '#c8ccd2'} />
        <stop offset="1" stopColor={isAfterDark ? '#2f2b3d' : '#9aa1ab'} />
      </linearGradient>
      <path d={`M0 ${y}h300V240H0z`} fill={`url(#${id})`} />
      <path d={`M0 ${y - 9}h300v11H0z`} fill={isAfterDark ? '#5c5468' : '#e7e9ec'} />
      <path d={`M0 ${y + 2}h300v4H0z`} fill="#000000" opacity="0.14" />
      <path
        d={`M40 ${y + 4}L-40 240M104 ${y + 4}L64 240M168 ${y + 4}l0 140M232 ${y + 4}L272 240M290 ${y + 4}L370 240`}
        stroke="#000000"
        strokeWidth="1"
        opacity="0.12"
      />
    </>
  );
}

/** A flat-roof window on its kerb, 100 × 62, with its top left corner at `x`, `y`. After dark, it is lit from below. */
export function FlatWindow({ x, y, scale = 1, time }: HouseProps) {
  const id = useId();
  const isAfterDark = isDark(time);
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <PaneFill id={id} time={time} isLit={isAfterDark} />
      {isAfterDark && (
        <>
          <linearGradient id={`${id}-beam`} x1="0" y1="1" x2="0" y2="0">
            <stop offset="0" stopColor="#fbd48a" stopOpacity="0.55" />
            <stop offset="1" stopColor="#fbd48a" stopOpacity="0" />
          </linearGradient>
          <path d="M18 0h66l26-96H-8z" fill={`url(#${id}-beam)`} />
        </>
      )}
      <path d="M-6 56h118l8 12H4z" fill="#000000" opacity="0.18" />
      <path d="M0 34h104v24H0z" fill="#f4f5f6" />
      <path d="M104 34 84 0v18l20 40z" fill="#d4d8dd" />
      <path d="M0 34 18 0h66l20 34z" fill="#ffffff" />
      <path d="m9 30 14-27h56l15 27z" fill={`url(#${id})`} />
      <path d="m18 30 14-27h12L30 30z" fill="#ffffff" opacity="0.4" />
      <path d="M0 34h104v4H0z" fill="#000000" opacity="0.08" />
    </g>
  );
}

/** A ladder that leans against the roof, with its foot at `x`, `y`. */
export function Ladder({ x, y, height = 120 }: { x: number; y: number; height?: number }) {
  const rungs = Array.from({ length: Math.floor(height / 13) }, (_, index) => 8 + index * 13);
  return (
    <g stroke="#d8b07a" strokeLinecap="round" transform={`translate(${x} ${y}) skewX(-8)`}>
      <path d={rungs.map((rung) => `M0-${rung}h20`).join('')} strokeWidth="2.600" />
      <path d={`M0 0V-${height}M20 0V-${height}`} stroke="#c39455" strokeWidth="3.600" />
    </g>
  );
}

/** A window hanging on ropes. */
export function HoistedWindow({ x, y, time }: { x: number; y: number; time: Time }) {
  return (
    <>
      <path
        d={`M${x + 18}-10V${y - 34}M${x + 18} ${y - 34}l-20 30M${x + 18} ${y - 34}l26 30`}
        stroke="#3a4252"
        strokeWidth="1.6"
      />
      <path d={`M${x + 13} ${y - 40}h10v8h-10z`} fill="#c13f29" />
      <SlopeWindow x={x} y={y} scale={1.1} time={time} />
    </>
  );
}
