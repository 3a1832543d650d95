import { useId } from 'react';

/** Time of day or weather in an image. */
export type Time = 'dawn' | 'day' | 'noon' | 'late' | 'dusk' | 'night' | 'rain' | 'snow';

/** Colours from top to bottom. */
const colours: Readonly<Record<Time, readonly [string, string, string]>> = {
  dawn: ['#8ea9dc', '#e6c9cf', '#fde4c2'],
  day: ['#6ba9e8', '#a6d0f5', '#e6f3fc'],
  noon: ['#3f8fdd', '#7fbaf0', '#c9e4fa'],
  late: ['#6fa3d8', '#e9d9b8', '#fbcf8a'],
  dusk: ['#363f74', '#94607f', '#ea8f63'],
  night: ['#0b1530', '#1b2f55', '#3a5684'],
  rain: ['#77889d', '#a3b1c0', '#cbd4dc'],
  snow: ['#a9c2dd', '#d5e2ef', '#f4f7fa'],
};

/** True if lamps are lit. */
export function isDark(time: Time): boolean {
  return time === 'dusk' || time === 'night';
}

/** A sky over the whole image, 300 × 240, brightest at the horizon. */
export function Sky({ time, horizonY = 150 }: { time: Time; horizonY?: number }) {
  const id = useId();
  const [top, middle, bottom] = colours[time];
  return (
    <>
      <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2={horizonY}>
        <stop offset="0" stopColor={top} />
        <stop offset="0.6" stopColor={middle} />
        <stop offset="1" stopColor={bottom} />
      </linearGradient>
      <rect width="300" height="240" fill={`url(#${id})`} />
    </>
  );
}

/** Defines the gradient that fills a window pane: lamplight if the window is lit, otherwise the sky. */
export function PaneFill({ id, time, isLit }: { id: string; time: Time; isLit: boolean }) {
  const [top, , bottom] = isLit ? ['#f3a64d', '', '#fbe0a0'] : colours[time];
  return (
    <linearGradient id={id} x1="0" y1="0" x2="0.35" y2="1">
      <stop offset="0" stopColor={top} />
      <stop offset="1" stopColor={bottom} />
    </linearGradient>
  );
}

export function Sun({ x, y, r = 16, colour = '#fff3cf' }: DiscProps) {
  return (
    <g fill={colour}>
      <circle cx={x} cy={y} r={r * 2.6} opacity="0.18" />
      <circle cx={x} cy={y} r={r * 1.65} opacity="0.35" />
      <circle cx={x} cy={y} r={r} />
    </g>
  );
}

interface DiscProps {
  readonly x: number;
  readonly y: number;
  readonly r?: number;
  readonly colour?: string;
}

export function Moon({ x, y, r = 13 }: DiscProps) {
  return (
    <>
      <circle cx={x} cy={y} r={r * 2.2} fill="#dfe8f7" opacity="0.12" />
      <path
        d={`M${x + r * 0.5} ${y - r}a${r} ${r} 0 1 0 ${r * 0.5} ${r * 1.5}a${r * 0.82} ${r * 0.82} 0 0 1-${r * 0.5}-${r * 1.5}z`}
        fill="#f3f6fb"
      />
    </>
  );
}

const stars = '22 30 60 18 95 44 140 22 182 38 224 16 262 42 284 20 40 62 118 66 206 70 250 78';

export function Stars() {
  const coordinates = stars.split(' ').map(Number);
  return (
    <g fill="#ffffff">
      {coordinates.map((x, index) =>
        index % 2 === 0 ? (
          <circle
            key={x}
            cx={x}
            cy={coordinates[index + 1]}
            r={index % 3 === 0 ? 1.1 : 0.7}
            opacity="0.8"
          />
        ) : null,
      )}
    </g>
  );
}

/** A cloud with a flat base, 60 wide. */
export function Cloud({ x, y, scale = 1, opacity = 0.85, colour = '#ffffff' }: CloudProps) {
  return (
    <path
      transform={`translate(${x} ${y}) scale(${scale})`}
      d="M6 22a9 9 0 0 1 4-17a14 14 0 0 1 26-1a10 10 0 0 1 15 8a7 7 0 0 1 1 10z"
      fill={colour}
      opacity={opacity}
    />
  );
}

interface CloudProps {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
  readonly opacity?: number;
  readonly colour?: string;
}

export function Rain() {
  const drops = Array.from({ length: 26 }, (_, index) => ({
    x: (index * 71) % 300,
    y: 6 + ((index * 47) % 130),
  }));
  return (
    <path
      d={drops.map(({ x, y }) => `M${x} ${y}l-3 11`).join('')}
      stroke="#ffffff"
      strokeWidth="1.2"
      strokeLinecap="round"
      opacity="0.55"
    />
  );
}

export function Birds({ x, y }: { x: number; y: number }) {
  return (
    <path
      transform={`translate(${x} ${y})`}
      d="M0 4q4-5 8 0q4-5 8 0M22-6q3-4 6 0q3-4 6 0M26 8q3-4 6 0q3-4 6 0"
      fill="none"
      stroke="#3c4a63"
      strokeWidth="1.3"
      strokeLinecap="round"
      opacity="0.7"
    />
  );
}

/** Two rows of hills at the horizon. */
export function Hills({ y, far, near }: { y: number; far: string; near: string }) {
  return (
    <>
      <path d={`M0 ${y}q40-26 84-8q40-30 92-6q44-22 124 2V240H0z`} fill={far} />
      <path d={`M0 ${y + 22}q70-26 150-4q70-22 150 4V240H0z`} fill={near} />
    </>
  );
}
