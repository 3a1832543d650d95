import { useId } from 'react';
import { isDark, PaneFill, type Time } from './sky.tsx';

/** Interior colours by day and by lamplight. */
function coloursOf(time: Time) {
  return isDark(time)
    ? { high: '#3a3450', low: '#6b5560', wall: '#5d4c58', floor: '#4a3637', line: '#35262a' }
    : { high: '#f7eee1', low: '#e5d3bd', wall: '#d9c8b4', floor: '#b98a5e', line: '#9a6f47' };
}

/** An attic interior: slope, low wall, floorboards. 300 × 240. */
export function Room({ time }: { time: Time }) {
  const id = useId();
  const { high, low, wall, floor, line } = coloursOf(time);
  return (
    <>
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor={high} />
        <stop offset="1" stopColor={low} />
      </linearGradient>
      <path d="M0 0h300v176H0z" fill={wall} />
      <path d="M0 0h300v142H0z" fill={`url(#${id})`} />
      <path d="M262 0h38v176h-22z" fill={wall} opacity="0.55" />
      <path d="M0 140h278l6 34H0z" fill={wall} />
      <path d="M0 138.500h278v2.500H0z" fill="#ffffff" opacity={isDark(time) ? 0.1 : 0.5} />
      <path d="M0 172h300v68H0z" fill={floor} />
      <path d="M0 168.500h300v4H0z" fill="#ffffff" opacity={isDark(time) ? 0.08 : 0.6} />
      <path
        d="M30 172 4 240M76 172 58 240M122 172l-10 68M168 172l-2 68M214 172l8 68M260 172l18 68"
        stroke={line}
        strokeWidth="1.1"
      />
    </>
  );
}

interface RoomWindowProps {
  readonly x: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly time: Time;
  /** Share of the window covered by a blind. */
  readonly blind?: number;
  readonly blindColour?: string;
  /** True if the window casts light on the floor. By default, it does by day. */
  readonly hasLight?: boolean;
  readonly isOpen?: boolean;
}

/** A pine window in the slope, with the light it casts on the floor. */
export function RoomWindow(props: RoomWindowProps) {
  const { x, y = 34, width = 54, height = 82, time, blind = 0, blindColour = '#8296ae' } = props;
  const { hasLight = !isDark(time), isOpen = false } = props;
  const id = useId();
  const glassWidth = width - 14;
  const glassHeight = height - 16;
  const blindHeight = glassHeight * blind;
  const isAfterDark = isDark(time);
  return (
    <>
      {hasLight && <Light x={x} y={y} width={width} height={height} share={1 - blind} />}
      <g transform={`translate(${x} ${y}) skewX(-4)`}>
        <PaneFill id={id} time={time} isLit={false} />
        <path
          d={`M-4-4h${width + 8}v${height + 8}H-4z`}
          fill="#ffffff"
          opacity={isAfterDark ? 0.1 : 0.75}
        />
        <path d={`M0 0h${width}v${height}H0z`} fill={isAfterDark ? '#8a5c34' : '#c58a4c'} />
        <path d={`M${width - 4} 0h4v${height}h-4z`} fill="#000000" opacity="0.16" />
        <path d={`M4 4h${width - 8}v${height - 8}H4z`} fill={isAfterDark ? '#a8733f' : '#dba767'} />
        <path d={`M7 9h${glassWidth}v${glassHeight}H7z`} fill={`url(#${id})`} />
        {blindHeight > 0 && (
          <>
            <path d={`M7 9h${glassWidth}v${blindHeight}H7z`} fill={blindColour} />
            <path d={`M7 ${6 + blindHeight}h${glassWidth}v4H7z`} fill="#f6f3ee" />
          </>
        )}
        <path
          d={`M7 ${9 + blindHeight + (glassHeight - blindHeight) * 0.7}L${7 + glassWidth * 0.62} ${9 + blindHeight}h${glassWidth * 0.24}L7 ${9 + glassHeight}z`}
          fill="#ffffff"
          opacity={isAfterDark ? 0.07 : 0.28}
        />
        {isOpen && (
          <path
            d={`M4 ${height * 0.48}h${width - 8}l6 ${height * 0.34}H-2z`}
            fill={isAfterDark ? '#a8733f' : '#e3b478'}
          />
        )}
        {isOpen && (
          <path
            d={`M9 ${height * 0.52}h${width - 18}l4 ${height * 0.24}H5z`}
            fill={`url(#${id})`}
          />
        )}
        <path d={`M${width * 0.28} 5.500h${width * 0.44}v2.500H${width * 0.28}z`} fill="#f4f4f2" />
      </g>
    </>
  );
}

/** The slanted light on the floor, and the beam. */
function Light({
  x,
  y,
  width,
  height,
  share,
}: Record<'x' | 'y' | 'width' | 'height' | 'share', number>) {
  if (share < 0.1) return null;
  const left = x - 24;
  const bottom = 186 + (height - 60) * 0.2;
  return (
    <g fill="#fff6d8">
      <path
        d={`M${x + 4} ${y + 8}h${width - 10}L${left + width + 6} ${bottom + 26}h-${width}z`}
        opacity={0.16 * share}
      />
      <path d={`M${left + 12} ${bottom - 6}h${width + 2}l-16 34H${left - 8}z`} opacity="0.62" />
    </g>
  );
}
