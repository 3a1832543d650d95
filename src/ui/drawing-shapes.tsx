import type { ReactNode } from 'react';
import type { DrawingName } from './drawing.tsx';

/* Two tones: the accent's soft ground for what is filled, soft ink for the lines. 96 × 72. */
const ground = 'fill-brand-soft stroke-none';
const strong = 'fill-brand stroke-none';
const mark = 'stroke-brand-ink';

/** The lines and grounds of each drawing. */
const drawings: Record<DrawingName, ReactNode> = {
  scans: (
    <>
      <rect x="26" y="12" width="44" height="48" rx="8" className={ground} />
      <path d="M26 24v-6a6 6 0 0 1 6-6h6M58 12h6a6 6 0 0 1 6 6v6M70 48v6a6 6 0 0 1-6 6h-6M38 60h-6a6 6 0 0 1-6-6v-6" />
      <path d="M38 24h8v8h-8zM50 24h8v8h-8zM38 40h8v8h-8z" />
      <path d="M51 41h6v6h-6z" className={strong} />
      <path d="M18 36h60" />
    </>
  ),
  sent: (
    <>
      <path
        d="M30 58a15 15 0 0 1-2-29.900A22 22 0 0 1 70 32a13 13 0 0 1-2 26z"
        className={ground}
      />
      <path d="M30 58a15 15 0 0 1-2-29.900A22 22 0 0 1 70 32a13 13 0 0 1-2 26z" />
      <circle cx="48" cy="42" r="11" className={strong} />
      <path d="m43 42 3.500 3.500 6.500-7" className={mark} />
    </>
  ),
  projects: (
    <>
      <path d="M20 60V38l28-22 28 22v22z" className={ground} />
      <path d="M12 42 48 14l36 28M20 37v23h56V37" />
      <path d="M40 42h16v18H40z" />
      <path d="m59.8 19.4 10 7.8-3.6 4.8-10-7.8z" className={strong} />
    </>
  ),
  points: (
    <>
      <circle cx="40" cy="38" r="22" className={ground} />
      <circle cx="40" cy="38" r="22" />
      <path
        d="m40 26 3.700 7.600 8.300 1.200-6 5.900 1.400 8.300L40 45.100 32.600 49l1.400-8.300-6-5.900 8.300-1.200z"
        className={strong}
      />
      <path d="M66 22a22 22 0 0 1 0 32M76 18a30 30 0 0 1 0 40" />
    </>
  ),
  search: (
    <>
      <path d="M14 20h34M14 34h22M14 48h26" />
      <circle cx="58" cy="36" r="16" className={ground} />
      <circle cx="58" cy="36" r="16" />
      <path d="m70 48 12 12" />
      <circle cx="58" cy="36" r="4" className={strong} />
    </>
  ),
  offline: (
    <>
      <path
        d="M30 56a15 15 0 0 1-2-29.900A22 22 0 0 1 70 30a13 13 0 0 1-2 26z"
        className={ground}
      />
      <path d="M30 56a15 15 0 0 1-2-29.900M38 16.500A22 22 0 0 1 70 30a13 13 0 0 1 9 20M62 56H30" />
      <path d="m24 10 50 52" />
      <circle cx="48" cy="42" r="4" className={strong} />
    </>
  ),
  error: (
    <>
      <path d="M48 10 84 62H12z" className={ground} />
      <path d="M45 13.500 13.500 57A3.600 3.600 0 0 0 16.500 62h63a3.600 3.600 0 0 0 3-5L51 13.500a3.600 3.600 0 0 0-6 0z" />
      <path d="M48 30v14" />
      <circle cx="48" cy="52" r="3" className={strong} />
    </>
  ),
  bell: (
    <>
      <path d="M30 52V32a18 18 0 0 1 36 0v20z" className={ground} />
      <path d="M22 52h52l-8-9V32a18 18 0 0 0-36 0v11zM41 58a7.500 7.500 0 0 0 14 0M48 14V9" />
      <circle cx="66" cy="18" r="6" className={strong} />
    </>
  ),
  cart: (
    <>
      <path d="M28 24h46l-6 24H34z" className={ground} />
      <path d="M14 14h10l10 34h34l6-24H27" />
      <circle cx="39" cy="58" r="4" className={strong} />
      <circle cx="63" cy="58" r="4" className={strong} />
    </>
  ),
  parcel: (
    <>
      <path d="m48 10 28 13v27L48 63 20 50V23z" className={ground} />
      <path d="m48 10 28 13v27L48 63 20 50V23zM20 23l28 13 28-13M48 36v27" />
      <path d="m30 18.500 28 13v9l5-2.500v-9l-28-13z" className={strong} />
    </>
  ),
};

/** What is in a drawing's frame. */
export function DrawingShapes({ name }: { name: DrawingName }) {
  return drawings[name];
}
