import type { ReactNode } from 'react';

interface Position {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
}

function Furniture({ x, y, scale = 1, children }: Position & { children: ReactNode }) {
  return <g transform={`translate(${x} ${y}) scale(${scale})`}>{children}</g>;
}

/* `y` is the level of the floor on which a piece stands, and `x` is the left edge of the piece. */

export function Armchair(position: Position) {
  return (
    <Furniture {...position}>
      <ellipse cx="40" cy="0" rx="44" ry="5" fill="#000000" opacity="0.16" />
      <path d="M12-12h5l-2 13h-3zM63-12h5v13h-3z" fill="#8a5a33" />
      <path d="M12-62q0-12 12-12h32q12 0 12 12v34H12z" fill="#2f3f57" />
      <path d="M24-68h30q8 0 8 10v26H20v-28q0-8 4-8z" fill="#3b4e6b" />
      <path d="M16-32h48v18H16z" fill="#43587a" />
      <path d="M4-36q0-8 8-8t8 8v26H8q-4 0-4-4zM60-36q0-8 8-8t8 8v22q0 4-4 4H60z" fill="#2b3a51" />
      <path d="M30-52l22-3 4 20-22 3z" fill="#c13f29" />
    </Furniture>
  );
}

export function Plant(position: Position) {
  return (
    <Furniture {...position}>
      <ellipse cx="14" cy="0" rx="16" ry="3" fill="#000000" opacity="0.16" />
      <path
        d="M13-22Q-6-40-8-62q16 6 19 28Q8-60 14-78q10 16 5 44 6-20 20-26 0 22-20 38z"
        fill="#3f7d55"
      />
      <path
        d="M13-22Q4-46-2-56M15-24q0-28 0-46M17-23q8-22 18-32"
        stroke="#2f6344"
        strokeWidth="1.2"
        fill="none"
      />
      <path d="M2-24h24l-3 24H5z" fill="#ece7df" />
      <path d="M18-24h8l-3 24h-5z" fill="#000000" opacity="0.1" />
    </Furniture>
  );
}

export function Sofa(position: Position) {
  return (
    <Furniture {...position}>
      <ellipse cx="72" cy="0" rx="78" ry="5" fill="#000000" opacity="0.16" />
      <path d="M14-8h5V2h-4zM125-8h5l-1 10h-4z" fill="#8a5a33" />
      <path d="M10-46q0-10 10-10h104q10 0 10 10v30H10z" fill="#6f8aa8" />
      <path d="M16-36h55v20H16zM73-36h55v20H73z" fill="#86a0bc" />
      <path d="M14-20h116v14H14z" fill="#7a94b1" />
      <path
        d="M0-32q0-8 8-8t8 8v26H4q-4 0-4-4zM128-32q0-8 8-8t8 8v22q0 4-4 4h-12z"
        fill="#62809f"
      />
      <path d="m26-42 20-2 3 20-20 2z" fill="#e6d5b8" />
      <path d="m98-44 20 3-3 20-20-3z" fill="#c13f29" />
    </Furniture>
  );
}

export function Bed(position: Position) {
  return (
    <Furniture {...position}>
      <ellipse cx="78" cy="0" rx="86" ry="5" fill="#000000" opacity="0.16" />
      <path d="M0-62q0-6 6-6h8v70H6V-4H0z" fill="#a8713f" />
      <path d="M14-26h138q6 0 6 6v18H14z" fill="#fbf8f3" />
      <path d="M14-10h144v8H14z" fill="#a8713f" />
      <path d="M148-2h6V4h-6zM6-2h6V4H6z" fill="#7e5330" />
      <path d="M58-34q50-8 96 2 6 2 6 10v14q-50 8-102 0z" fill="#7f97b8" />
      <path d="M58-34q10-2 18-2.500V-5q-9-.5-18-3z" fill="#e9eef5" />
      <path d="M18-42q16-8 34 0 4 8 0 16-18 4-34 0-4-8 0-16z" fill="#ffffff" />
      <path d="M22-28q16 4 30 0" stroke="#d9d3c9" strokeWidth="1.5" fill="none" />
    </Furniture>
  );
}

export function Desk(position: Position) {
  return (
    <Furniture {...position}>
      <ellipse cx="62" cy="0" rx="70" ry="4" fill="#000000" opacity="0.14" />
      <path d="M6-40h5L9 0H5zM113-40h5l1 40h-4z" fill="#8a5a33" />
      <path d="M0-46h124v7H0z" fill="#b57c46" />
      <path d="M42-74h40q3 0 3 3v25H39v-25q0-3 3-3z" fill="#2b3547" />
      <path d="M42-71h40v22H42z" fill="#bcd9f2" />
      <path d="M34-47h56v2.500H34z" fill="#46536a" />
      <path
        d="M98-46v-14l8-14"
        stroke="#c13f29"
        strokeWidth="2.600"
        fill="none"
        strokeLinecap="round"
      />
      <path d="m98-70 14-8 5 11z" fill="#c13f29" />
      <path d="M14-58h9l-1 12h-7z" fill="#ece7df" />
      <path d="M18-58q-5-10-2-16 4 6 3 16 2-9 7-11-1 8-6 11z" fill="#3f7d55" />
      <path d="M44-30h34q5 0 5 5v5H39v-5q0-5 5-5z" fill="#3b4e6b" />
      <path d="M59-20h4v14h-4zM46-2l15-6 15 6-15-2z" fill="#2b3547" />
    </Furniture>
  );
}

export function Kitchen(position: Position) {
  return (
    <Furniture {...position}>
      <path d="M0-52h180V0H0z" fill="#50617a" />
      <path d="M4-46h40v40H4zM48-46h40v40H48zM92-46h40v40H92zM136-46h40v40h-40z" fill="#5d708c" />
      <path
        d="M36-40v10M80-40v10M124-40v10M144-40v10"
        stroke="#d9c3a0"
        strokeWidth="2.200"
        strokeLinecap="round"
      />
      <path d="M-4-59h188v8H-4z" fill="#e9e0d2" />
      <path
        d="M62-59v-15q0-7 7-7t7 7"
        stroke="#8d98a8"
        strokeWidth="3"
        fill="none"
        strokeLinecap="round"
      />
      <path d="M108-76h20l-3 17h-14zM106-79h24v3h-24z" fill="#c13f29" />
      <path d="M146-59a11 8 0 0 0 24 0z" fill="#f7f4ef" />
      <path d="M150-60a5 5 0 0 1 8-3 5 5 0 0 1 8 3z" fill="#d98a2b" />
      <path d="M16-72h5v13h-5zM23-78h5v19h-5zM30-70h5v11h-5z" fill="#d9c3a0" />
    </Furniture>
  );
}

export function Bath(position: Position) {
  return (
    <Furniture {...position}>
      <ellipse cx="74" cy="0" rx="70" ry="5" fill="#000000" opacity="0.2" />
      <path d="M26-6h8l-3 8h-4zM114-6h8l-1 8h-4z" fill="#b08d57" />
      <path d="M0-48h148q-2 44-34 44H34Q2-4 0-48z" fill="#ffffff" />
      <path d="M110-48h38q-2 44-34 44h-14q12-16 10-44z" fill="#000000" opacity="0.07" />
      <path d="M-4-52q0-4 4-4h148q4 0 4 4t-4 4H0q-4 0-4-4z" fill="#eef1f4" />
      <path d="M16-56q4-10 14-6 6-10 16-3 10-6 16 2 10-4 14 7z" fill="#f8fbff" />
      <path
        d="M128-56v-22q0-7-8-7h-5"
        stroke="#b08d57"
        strokeWidth="3.500"
        fill="none"
        strokeLinecap="round"
      />
    </Furniture>
  );
}

/** A tent, blocks and a ball. */
export function Toys(position: Position) {
  return (
    <Furniture {...position}>
      <ellipse cx="70" cy="0" rx="88" ry="5" fill="#000000" opacity="0.14" />
      <path d="M50-96 8 0h84z" fill="#f2e3c9" />
      <path d="M50-96 34 0H20zM50-96l16 96h14z" fill="#d78a66" opacity="0.75" />
      <path d="M50-72 36 0h28z" fill="#5b4632" />
      <path d="M46-102l4 8 4-8M50-94v-12" stroke="#8a5a33" strokeWidth="2" strokeLinecap="round" />
      <path d="M112-18h18V0h-18z" fill="#3f86c4" />
      <path d="M132-18h18V0h-18z" fill="#c13f29" />
      <path d="M122-36h18v18h-18z" fill="#e7b04a" />
      <circle cx="-4" cy="-9" r="9" fill="#4f9a77" />
      <path d="M-12-13q8 5 16 0" stroke="#ffffff" strokeWidth="2" fill="none" />
    </Furniture>
  );
}

export function FloorLamp(position: Position & { readonly isLit?: boolean }) {
  return (
    <Furniture {...position}>
      {position.isLit && <circle cx="12" cy="-88" r="46" fill="#ffd98a" opacity="0.22" />}
      <path d="M12-82V-2" stroke="#2b3547" strokeWidth="2.600" />
      <path d="M2 0q10-5 20 0z" fill="#2b3547" />
      <path d="M2-82 7-100h10l5 18z" fill={position.isLit ? '#ffe3a1' : '#efe7da'} />
    </Furniture>
  );
}

/** A rug on the floor, in the scene's perspective. */
export function Rug({
  x,
  y,
  width,
  colour = '#efe9df',
}: Position & { width: number; colour?: string }) {
  return (
    <path
      d={`M${x + 14} ${y}h${width - 20}l14 24H${x - 4}z`}
      fill={colour}
      stroke={colour}
      strokeWidth="4"
      strokeLinejoin="round"
      opacity="0.85"
    />
  );
}
