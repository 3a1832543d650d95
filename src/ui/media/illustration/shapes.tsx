import type { ReactNode } from 'react';

/** The colours of the theme (`src/styles/pictures.css`). */
export const ink = {
  sky: 'var(--ill-sky)',
  deepSky: 'var(--ill-sky-2)',
  slate: 'var(--ill-slate)',
  lightSlate: 'var(--ill-slate-2)',
  paper: 'var(--ill-paper)',
  gold: 'var(--ill-gold)',
  clay: 'var(--ill-clay)',
  wood: 'var(--ill-wood)',
  soft: 'var(--ill-soft)',
} as const;

interface PaneProps {
  x: number;
  y: number;
  width: number;
  height: number;
  fill: string;
}

/** The logo's slanted pane, with rounded corners if large. */
export function Pane({ x, y, width, height, fill }: PaneProps) {
  const slant = Math.round(height * 0.389);
  return (
    <path
      d={`M${x} ${y + height}l${slant} ${-height}h${width}l${-slant} ${height}z`}
      fill={fill}
      stroke={fill}
      strokeWidth={Math.min(10, height / 5)}
      strokeLinejoin="round"
    />
  );
}

/** Background of every drawing. */
export function SkyPane() {
  return <Pane x={34} y={22} width={130} height={120} fill={ink.sky} />;
}

export function Sun({ x, y, radius = 17 }: { x: number; y: number; radius?: number }) {
  return (
    <>
      <circle cx={x} cy={y} r={radius + 9} fill={ink.gold} opacity=".25" />
      <circle cx={x} cy={y} r={radius} fill={ink.gold} />
    </>
  );
}

/** A roof slope with rows of slate, and its windows. */
export function Roof({ children }: { children?: ReactNode }) {
  return (
    <>
      <path d="M18 150 70 96h142l-34 54z" fill={ink.slate} />
      <path d="M53 114h148M36 132h153" stroke={ink.lightSlate} strokeWidth="2" />
      <path d="M70 96l-4-6h150l-4 6z" fill={ink.lightSlate} />
      {children}
    </>
  );
}

/** A roof window, lit in gold by default. */
export function RoofWindow({ x, fill = ink.gold }: { x: number; fill?: string }) {
  return (
    <>
      <path d={`M${x} 142l17-36h30l-15 36z`} fill={ink.paper} />
      <path d={`M${x + 6.5} 138l13.4-28.4h20.4l-12 28.4z`} fill={fill} />
    </>
  );
}

export function Ground() {
  return <path d="M10 158h220" stroke={ink.soft} strokeWidth="3" strokeLinecap="round" />;
}

/** A line of one colour, with rounded ends. */
export function Stroke({ d, color, width }: { d: string; color: string; width: number }) {
  return (
    <path
      d={d}
      fill="none"
      stroke={color}
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
}

export function Bird({ x, y }: { x: number; y: number }) {
  return (
    <>
      <path
        d={`M${x} ${y}c0-9 7-14 15-14 4 0 6 2 9 2l7-1-5 6c0 8-6 13-14 13h-14l-9 4z`}
        fill={ink.clay}
      />
      <circle cx={x + 17} cy={y - 9} r="2" fill={ink.paper} />
      <Stroke d={`M${x + 8} ${y + 6}v7M${x + 13} ${y + 6}v7`} color={ink.clay} width={2} />
    </>
  );
}
