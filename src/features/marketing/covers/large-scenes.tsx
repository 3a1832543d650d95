import { FrontWindow } from './details.tsx';
import { Bath, Desk, FloorLamp, Kitchen, Plant, Rug, Toys } from './furniture.tsx';
import { Fir, FlatRoof, FlatWindow, House, Skyline, Tree } from './outside.tsx';
import { Chimney, Slope, SlopeWindow, WindowRow } from './roof.tsx';
import { Room, RoomWindow } from './room.tsx';
import { Birds, Cloud, Hills, Moon, Sky, Stars, Sun } from './sky.tsx';

/* Scenes of banners and billboards, 300 × 240 each. */

export function RedRoof() {
  return (
    <>
      <Sky time="noon" />
      <Sun x={216} y={44} r={17} />
      <Cloud x={28} y={34} scale={1.4} />
      <Slope covering="red" time="noon" ridge={92} fall={-10} />
      <WindowRow time="noon" startX={44} y={128} count={3} step={90} fall={-3} scale={1.5} />
    </>
  );
}

export function PlayRoom() {
  return (
    <>
      <Room time="noon" />
      <RoomWindow x={44} y={26} time="noon" width={58} height={94} />
      <RoomWindow x={122} y={26} time="noon" width={58} height={94} />
      <RoomWindow x={200} y={26} time="noon" width={58} height={94} />
      <Rug x={60} y={200} width={150} colour="#dbe7f2" />
      <Toys x={96} y={218} scale={0.98} />
    </>
  );
}

export function TownAtDusk() {
  return (
    <>
      <Sky time="dusk" />
      <Sun x={196} y={104} r={15} colour="#ffdf9e" />
      <Skyline y={150} colour="#5c4368" />
      <Slope covering="graphite" time="dusk" ridge={142} fall={10} />
      <SlopeWindow time="dusk" x={54} y={168} scale={1.1} isOpen />
      <WindowRow time="dusk" startX={140} y={170} count={2} step={78} fall={3} scale={1.1} />
    </>
  );
}

export function KitchenUnderTheRoof() {
  return (
    <>
      <Room time="day" />
      <RoomWindow x={50} y={18} time="day" width={92} height={92} />
      <RoomWindow x={164} y={18} time="day" width={92} height={92} isOpen />
      <Kitchen x={58} y={222} scale={1.08} />
      <Plant x={12} y={222} scale={0.9} />
    </>
  );
}

export function HomeOffice() {
  return (
    <>
      <Room time="dawn" />
      <RoomWindow x={104} y={16} time="dawn" width={104} height={112} />
      <FloorLamp x={34} y={214} scale={1.1} />
      <Desk x={92} y={220} scale={1.18} />
    </>
  );
}

export function HousesInTheMorning() {
  return (
    <>
      <Sky time="dawn" />
      <Sun x={80} y={84} r={18} />
      <Birds x={190} y={42} />
      <Hills y={146} far="#b9c4a8" near="#93b08a" />
      <House x={10} y={206} scale={1} time="dawn" covering="slate" wall="#f2e6d6" />
      <House x={166} y={212} scale={1.05} time="dawn" covering="red" />
      <Tree x={150} y={214} scale={0.9} />
    </>
  );
}

/** A single window and the view through it. */
export function OneLargeWindow() {
  return (
    <>
      <path d="M0 0h300v240H0z" fill="#e9dac6" />
      <path d="M0 196h300v44H0z" fill="#b98a5e" />
      <path d="M112 30h116l-72 210H-4z" fill="#fff6d8" opacity="0.34" />
      <path d="M66 202h124l-22 38H32z" fill="#fff6d8" opacity="0.7" />
      <FrontWindow x={104} y={32} scale={1.26} time="day">
        <Cloud x={14} y={34} scale={0.7} opacity={0.85} />
        <Cloud x={36} y={74} scale={0.5} opacity={0.65} />
      </FrontWindow>
      <Plant x={246} y={220} scale={1.15} />
    </>
  );
}

export function RoofAtNight() {
  return (
    <>
      <Sky time="night" horizonY={170} />
      <Stars />
      <Moon x={236} y={50} r={17} />
      <Chimney x={74} y={118} time="night" />
      <Slope covering="slate" time="night" ridge={114} fall={10} />
      <WindowRow time="night" startX={40} y={148} count={3} step={88} fall={3} scale={1.3} />
    </>
  );
}

export function FlatRoofAtDusk() {
  return (
    <>
      <Sky time="dusk" />
      <Skyline y={120} colour="#6d4d70" />
      <Skyline y={138} colour="#4a3860" />
      <FlatRoof y={124} time="dusk" />
      <FlatWindow x={84} y={142} scale={1.35} time="dusk" />
    </>
  );
}

export function BathUnderTheStars() {
  return (
    <>
      <Room time="night" />
      <RoomWindow x={88} y={16} time="night" width={124} height={108} />
      <g transform="translate(96 22) scale(.38 .8)">
        <Stars />
      </g>
      <Moon x={182} y={54} r={10} />
      <FloorLamp x={30} y={212} isLit />
      <Bath x={78} y={220} scale={1.05} />
    </>
  );
}

export function HouseInTheSnow() {
  return (
    <>
      <Sky time="snow" />
      <path d="M-10 150 62 66l40 44 52-66 66 78 34-34 60 62z" fill="#b3c6da" />
      <path d="m62 66 14 16-14 8-14-8zM154 44l18 22-18 10-16-10z" fill="#ffffff" />
      <path d="M0 150q80-22 160-4 70-18 140 2v92H0z" fill="#f2f6fa" />
      <Fir x={44} y={196} scale={1.3} />
      <Fir x={266} y={200} scale={1.45} />
      <House x={82} y={206} scale={1.2} time="snow" covering="snow" wall="#d9a877" />
      <path d="M0 206q150-14 300 0v34H0z" fill="#ffffff" />
    </>
  );
}
