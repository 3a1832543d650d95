import type { ReactNode } from 'react';
import { SkyPane, Bird, Ground, ink, Pane, Roof, RoofWindow, Stroke, Sun } from './shapes.tsx';

/* All drawings share one style: a slanted pane of sky with a roof or a tool in slate in front of it, one
   gold light and one clay-coloured accent. Each is 240 × 180, without outlines, faces or text. */

const emptyProjects = (
  <>
    <Sun x={158} y={46} />
    <Roof>
      <path
        d="M88 142l17-36h30l-15 36z"
        fill="none"
        stroke={ink.paper}
        strokeWidth="2.5"
        strokeDasharray="5 5"
      />
    </Roof>
    <Stroke
      d="M196 158 178 52M214 158 196 52M194 146h18M191 128h18M188 110h18M185 92h18M182 74h18"
      color={ink.clay}
      width={4}
    />
  </>
);

const emptyLeads = (
  <>
    <Sun x={150} y={44} />
    <path d="M44 158v-48h92v48z" fill={ink.paper} />
    <path d="M32 114 78 70h74l-16 44z" fill={ink.slate} />
    <path d="M82 105l9-22h20l-8 22z" fill={ink.gold} />
    <path d="M136 158v-48l16-40 32 44v44z" fill={ink.soft} />
    <path d="M102 158v-30h20v30z" fill={ink.clay} />
    <circle cx="118" cy="144" r="1.8" fill={ink.paper} />
    <path d="M58 126h22v18H58z" fill={ink.deepSky} />
    <Stroke d="M203 158v-30h18" color={ink.lightSlate} width={4} />
    <rect x="196" y="112" width="28" height="19" rx="5" fill={ink.lightSlate} />
  </>
);

const emptyNotifications = (
  <>
    <Sun x={80} y={50} />
    <Roof>
      <RoofWindow x={74} fill={ink.deepSky} />
      <RoofWindow x={124} fill={ink.deepSky} />
    </Roof>
    <Bird x={150} y={76} />
  </>
);

const emptyCart = (
  <>
    <Sun x={162} y={44} />
    <path d="M62 92h116l10 58a8 8 0 0 1-8 8H60a8 8 0 0 1-8-8z" fill={ink.slate} />
    <path d="M58 100h124l-4-14H62z" fill={ink.lightSlate} />
    <Stroke d="M86 92V76a34 26 0 0 1 68 0v16" color={ink.clay} width={7} />
    <Pane x={108} y={118} width={14} height={18} fill={ink.paper} />
  </>
);

const emptyOrders = (
  <>
    <Sun x={168} y={46} />
    <path d="M58 96h112v62H58z" fill={ink.wood} />
    <path d="M58 96 44 78h68l2 18zM170 96l16-18h-70l-2 18z" fill={ink.wood} opacity=".75" />
    <path d="M102 96h24v24h-24z" fill={ink.clay} />
    <Pane x={140} y={130} width={9} height={14} fill={ink.slate} />
    <Stroke d="M70 140h20M70 148h12" color={ink.paper} width={4} />
  </>
);

const allSent = (
  <>
    <Roof>
      <RoofWindow x={74} />
      <RoofWindow x={124} />
    </Roof>
    <path d="M72 70a15 15 0 0 1 3-29 22 22 0 0 1 42-3 16 16 0 0 1 6 32z" fill={ink.paper} />
    <Stroke d="m86 54 8 8 15-17" color={ink.clay} width={6} />
    <Sun x={160} y={44} radius={12} />
  </>
);

const offline = (
  <>
    <Roof>
      <RoofWindow x={74} />
      <RoofWindow x={124} fill={ink.deepSky} />
    </Roof>
    <Stroke d="M196 92V50M184 60h24M188 70h16" color={ink.lightSlate} width={4} />
    <path d="M72 66a15 15 0 0 1 3-29 22 22 0 0 1 42-3 16 16 0 0 1 6 32z" fill={ink.paper} />
    <Stroke d="M84 74 112 28" color={ink.clay} width={5} />
  </>
);

const cameraDenied = (
  <>
    <g transform="rotate(-6 120 96)">
      <rect x="62" y="50" width="118" height="84" rx="9" fill={ink.paper} />
      <path d="M62 59a9 9 0 0 1 9-9h100a9 9 0 0 1 9 9v9H62z" fill={ink.slate} />
      <path
        d="M74 80h14v14H74zM94 80h14v14H94zM74 100h14v14H74zM98 104h10v10H98z"
        fill={ink.slate}
      />
      <Stroke d="M122 84h44M122 96h44M122 108h26" color={ink.soft} width={5} />
    </g>
    <circle cx="182" cy="128" r="23" fill={ink.clay} />
    <Stroke d="M174 120l16 16M190 120l-16 16" color={ink.paper} width={5} />
  </>
);

const searchNone = (
  <>
    <Sun x={74} y={48} radius={13} />
    <Roof>
      <RoofWindow x={80} fill={ink.deepSky} />
    </Roof>
    <circle cx="158" cy="80" r="31" fill={ink.sky} opacity=".9" />
    <circle cx="158" cy="80" r="31" fill="none" stroke={ink.clay} strokeWidth="7" />
    <Stroke d="m181 103 24 26" color={ink.clay} width={10} />
  </>
);

const welcomeScan = (
  <>
    <path d="M126 158V54h78v104z" fill={ink.wood} />
    <path d="M136 148V64h58v84z" fill={ink.deepSky} />
    <path d="M136 148V112l58-34v70z" fill={ink.sky} />
    <rect x="140" y="52" width="26" height="11" rx="2" fill={ink.paper} />
    <g transform="rotate(-10 80 100)">
      <rect x="52" y="42" width="62" height="112" rx="12" fill={ink.slate} />
      <rect x="57" y="47" width="52" height="102" rx="8" fill={ink.paper} />
      <Stroke
        d="M66 66h10M66 66v10M100 66H90M100 66v10M66 100h10M66 100V90M100 100H90M100 100V90"
        color={ink.slate}
        width={3}
      />
      <rect x="73" y="74" width="20" height="18" rx="2" fill={ink.slate} />
      <rect x="64" y="122" width="38" height="13" rx="6" fill={ink.clay} />
    </g>
    <path
      d="M112 76l24-14"
      stroke={ink.gold}
      strokeWidth="4"
      strokeDasharray="2 8"
      strokeLinecap="round"
    />
  </>
);

const welcomePoints = (
  <>
    <path d="M134 26h62l-18 46h-62z" fill={ink.slate} />
    <path d="M140 32h46l-13 34h-46z" fill={ink.paper} />
    <path d="M116 72h62l-64 84H22z" fill={ink.gold} opacity=".28" />
    <path d="M22 156l26-30h92l-26 30z" fill={ink.gold} />
    <path d="M58 148l9-14h18l-9 14z" fill={ink.paper} opacity=".85" />
  </>
);

const closed = (
  <>
    <Sun x={120} y={62} radius={22} />
    <Stroke d="M120 18v10M78 34l7 8M162 34l-7 8M60 70h11M180 70h-11" color={ink.gold} width={5} />
    <Roof>
      <RoofWindow x={60} />
      <RoofWindow x={104} />
      <RoofWindow x={148} />
    </Roof>
  </>
);

const maintenance = (
  <>
    <rect x="72" y="34" width="96" height="120" rx="8" fill={ink.wood} />
    <rect x="82" y="44" width="76" height="100" fill={ink.gold} />
    <path d="M82 44h76v82H82z" fill={ink.slate} />
    <path d="M82 58h76M82 72h76M82 86h76M82 100h76M82 114h76" stroke={ink.lightSlate} />
    <Stroke d="M80 126h80" color={ink.soft} width={5} />
    <Stroke d="M120 128v12" color={ink.clay} width={4} />
  </>
);

/** A crooked blind. */
const failed = (
  <>
    <rect x="72" y="34" width="96" height="120" rx="8" fill={ink.wood} />
    <rect x="82" y="44" width="76" height="100" fill={ink.deepSky} />
    <Sun x={142} y={124} radius={8} />
    <g transform="rotate(11 82 44)">
      <path d="M84 44h70v56H84z" fill={ink.slate} />
      <path d="M84 58h70M84 72h70M84 86h70" stroke={ink.lightSlate} />
      <Stroke d="M82 100h74" color={ink.soft} width={5} />
      <Stroke d="M119 102v14" color={ink.clay} width={4} />
    </g>
    <path d="M72 46v-4a8 8 0 0 1 8-8h80a8 8 0 0 1 8 8v4z" fill={ink.wood} />
  </>
);

/** A locked window. */
const noAccess = (
  <>
    <rect x="66" y="34" width="96" height="120" rx="8" fill={ink.wood} />
    <rect x="76" y="44" width="76" height="100" fill={ink.deepSky} />
    <path d="M76 144V104l76-44v84z" fill={ink.sky} opacity=".7" />
    <Stroke d="M104 134h20" color={ink.slate} width={6} />
    <Stroke d="M178 118V92a17 17 0 0 1 34 0v26" color={ink.lightSlate} width={7} />
    <rect x="168" y="114" width="54" height="44" rx="8" fill={ink.slate} />
    <circle cx="195" cy="132" r="6" fill={ink.gold} />
    <Stroke d="M195 134v11" color={ink.gold} width={5} />
    <rect x="168" y="150" width="54" height="8" fill={ink.clay} />
  </>
);

const emptyChats = (
  <>
    <Sun x={66} y={56} radius={13} />
    <path
      d="M48 84h100a14 14 0 0 1 14 14v26a14 14 0 0 1-14 14H84l-22 20v-20H48a14 14 0 0 1-14-14V98a14 14 0 0 1 14-14z"
      fill={ink.slate}
    />
    <Stroke d="M54 104h74M54 118h46" color={ink.lightSlate} width={6} />
    <path
      d="M132 34h66a12 12 0 0 1 12 12v26a12 12 0 0 1-12 12h-6v16l-18-16h-42a12 12 0 0 1-12-12V46a12 12 0 0 1 12-12z"
      fill={ink.paper}
    />
    <Stroke d="M138 54h38M138 66h22" color={ink.clay} width={6} />
  </>
);

const emptyCertificates = (
  <>
    <Sun x={168} y={48} radius={13} />
    <path d="M74 38h76l22 22v98H74z" fill={ink.paper} />
    <path d="M150 38v22h22z" fill={ink.soft} />
    <path d="M74 38h76v6H74z" fill={ink.slate} />
    <Stroke d="M90 72h50M90 86h64M90 100h40" color={ink.soft} width={5} />
    <path d="M140 128l-8 30 14-7 14 7-8-30z" fill={ink.slate} />
    <circle cx="146" cy="122" r="17" fill={ink.clay} />
    <Pane x={137} y={115} width={9} height={14} fill={ink.paper} />
  </>
);

const drawings = {
  'empty-projects': emptyProjects,
  'empty-leads': emptyLeads,
  'empty-notifications': emptyNotifications,
  'empty-cart': emptyCart,
  'empty-orders': emptyOrders,
  'all-sent': allSent,
  offline,
  'camera-denied': cameraDenied,
  'search-none': searchNone,
  'welcome-scan': welcomeScan,
  'welcome-points': welcomePoints,
  closed,
  maintenance,
  failed,
  'no-access': noAccess,
  'empty-chats': emptyChats,
  'empty-certificates': emptyCertificates,
} as const satisfies Record<string, ReactNode>;
export type IllustrationName = keyof typeof drawings;

// Safe: the keys are exactly the names, which the type of `Object.keys` can't express.
export const illustrationNames = Object.keys(drawings) as IllustrationName[];

/** Content of an illustration. */
export function IllustrationShapes({ name }: { name: IllustrationName }): ReactNode {
  return (
    <>
      <SkyPane />
      {drawings[name]}
      <Ground />
    </>
  );
}
