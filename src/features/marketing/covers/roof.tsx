import { type ReactNode, useId } from 'react';
import { isDark, PaneFill, type Time } from './sky.tsx';

/** Colours of each roof covering: its surface and shade, its lines and the ridge. */
const coverings = {
  slate: { fill: '#454d5b', shade: '#343b48', line: '#2c3340', ridge: '#5a6373' },
  red: { fill: '#a9583f', shade: '#8a432f', line: '#7a3826', ridge: '#bd6a4f' },
  graphite: { fill: '#33363d', shade: '#25272d', line: '#1d1f24', ridge: '#474b54' },
  snow: { fill: '#eef3f8', shade: '#d3deea', line: '#c3d0de', ridge: '#ffffff' },
} as const;
export type Covering = keyof typeof coverings;

/** Colours that darken the roof in the evening. */
const eveningShades: Partial<Record<Time, string>> = { dusk: '#2a1a36', night: '#0a1226' };

interface SlopeProps {
  readonly covering: Covering;
  readonly time: Time;
  /** Height of the ridge on the left, and its drop to the right. */
  readonly ridge?: number;
  readonly fall?: number;
}

/* Two courses, offset by half a tile. */
const pantiles = 'M0 6q4.5 7 9 0q4.5 7 9 0M-4.5 18q4.5 7 9 0q4.5 7 9 0q4.5 7 9 0';
const slates = 'M0 11.500h18M0 23.500h18M4.500 0v11.500M13.500 12v11.500';

/** The roof slope at the bottom of the image, as on the home screen. */
export function Slope({ covering, time, ridge = 96, fall = 12 }: SlopeProps) {
  const id = useId();
  const { fill, shade, line, ridge: cap } = coverings[covering];
  const eveningShade = eveningShades[time];
  const tilt = (Math.atan2(fall, 300) * 180) / Math.PI;
  return (
    <>
      <linearGradient id={id} x1="0" y1="0" x2="0.4" y2="1">
        <stop offset="0" stopColor={fill} />
        <stop offset="1" stopColor={shade} />
      </linearGradient>
      <pattern
        id={`${id}-tiles`}
        width="18"
        height="24"
        patternUnits="userSpaceOnUse"
        patternTransform={`translate(0 ${ridge}) rotate(${tilt})`}
      >
        <path
          d={covering === 'red' ? pantiles : slates}
          fill="none"
          stroke={line}
          strokeWidth="1.1"
          opacity="0.75"
        />
      </pattern>
      <path d={`M0 ${ridge}L300 ${ridge + fall}V240H0z`} fill={`url(#${id})`} />
      <path d={`M0 ${ridge}L300 ${ridge + fall}V240H0z`} fill={`url(#${id}-tiles)`} />
      <path d={`M0 ${ridge - 5}L300 ${ridge + fall - 5}v7L0 ${ridge + 2}z`} fill={cap} />
      {eveningShade && (
        <path
          d={`M0 ${ridge - 5}L300 ${ridge + fall - 5}V240H0z`}
          fill={eveningShade}
          opacity={time === 'night' ? 0.66 : 0.55}
        />
      )}
    </>
  );
}

interface WindowProps {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
  readonly time: Time;
  /** True if the window is lit from inside. By default, it's lit in the evening. */
  readonly isLit?: boolean;
  /** True if the window is open at the top. */
  readonly isOpen?: boolean;
  /** Content in front of or behind the glass. */
  readonly children?: ReactNode;
  /** True for an old window, with grey wood and dull glass. */
  readonly isOld?: boolean;
}

/** A roof window in a slope: 44 × 62, skewed with its content. */
export function SlopeWindow(props: WindowProps) {
  const { x, y, scale = 1, time, isLit = isDark(time), isOpen, children, isOld } = props;
  const id = useId();
  const frame = isOld ? '#8b8378' : '#2a3446';
  const sash = isOld ? '#a79d8e' : '#46536a';
  return (
    <g transform={`translate(${x} ${y}) scale(${scale}) skewX(-9)`}>
      <PaneFill id={id} time={isOld ? 'rain' : time} isLit={isLit} />
      <path d="M-3 66h56l4 8H-3z" fill="#000000" opacity="0.16" />
      <path d="M-3-3h50v70H-3z" fill={frame} />
      <path d="M-3 61h50v6H-3z" fill="#000000" opacity="0.2" />
      <path d="M1 1h42v58H1z" fill={sash} />
      <path
        d="M5 6h34v48H5z"
        fill={isLit || isOld ? '#d79a55' : '#c9924f'}
        opacity={isOld ? 0 : 1}
      />
      {isOpen ? (
        <>
          <path d="M6.500 7.500h31v45h-31z" fill={isLit ? '#f7cf88' : '#18202e'} />
          <path d="M-1 1h46l5 33H-6z" fill={sash} />
          <path d="M4 4h36l4 25H0z" fill={`url(#${id})`} />
          <path d="M2 22 16 4h10L1 29z" fill="#ffffff" opacity="0.3" />
          <path d="M-6 34h56l.500 3.500h-57z" fill={frame} />
        </>
      ) : (
        <>
          <path d="M6.500 7.500h31v45h-31z" fill={`url(#${id})`} />
          {children}
          <path d="M6.500 30 22 7.500h9L6.500 44z" fill="#ffffff" opacity={isLit ? 0.14 : 0.3} />
        </>
      )}
    </g>
  );
}

/** A row of evenly spaced windows in a slope. */
export function WindowRow({
  startX,
  y,
  count,
  step,
  fall = 0,
  ...windowProps
}: Omit<WindowProps, 'x'> & {
  readonly startX: number;
  readonly count: number;
  readonly step: number;
  readonly fall?: number;
}) {
  return Array.from({ length: count }, (_, index) => (
    <SlopeWindow key={index} {...windowProps} x={startX + index * step} y={y + index * fall} />
  ));
}

/** A brick chimney on the ridge; 34 wide, its foot at `y`. */
export function Chimney({ x, y, time }: { x: number; y: number; time: Time }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M7-52h6v12H7zM19-50h6v10h-6z" fill="#b5634a" />
      <path d="M3-34h28V6H3z" fill="#a4523b" />
      <path
        d="M3-27h28M3-20h28M3-13h28M3-6h28M10-34v7M22-34v7M16-27v7M10-20v7M22-20v7M16-13v7M10-6v7M22-6v7"
        stroke="#7f3b29"
        strokeWidth="0.9"
      />
      <path d="M22-34h9V6h-9z" fill="#000000" opacity="0.2" />
      <path d="M0-41h34v8H0z" fill="#8d8f94" />
      {isDark(time) && (
        <path d="M7-52h6v11h6v-9h6v9h9v8h-3V6H3v-39H0v-8h7z" fill="#10152b" opacity="0.5" />
      )}
    </g>
  );
}
