import { useId } from 'react';
import { FrontWindow, Phone, Seam, WallSwitch, Waves } from './details.tsx';
import { Armchair, Bed, FloorLamp, Plant, Rug, Sofa } from './furniture.tsx';
import {
  FlatRoof,
  FlatWindow,
  Fir,
  HoistedWindow,
  House,
  Ladder,
  Skyline,
  Tree,
} from './outside.tsx';
import { Chimney, Slope, SlopeWindow, WindowRow } from './roof.tsx';
import { Room, RoomWindow } from './room.tsx';
import { Birds, Cloud, Hills, Moon, Rain, Sky, Sun } from './sky.tsx';

/* Scenes of flyers, 300 × 240 each. */

export function RoofByDay() {
  return (
    <>
      <Sky time="day" />
      <Cloud x={34} y={26} scale={1.3} />
      <Cloud x={206} y={14} scale={0.8} opacity={0.7} />
      <Chimney x={228} y={102} time="day" />
      <Slope covering="slate" time="day" />
      <WindowRow time="day" startX={34} y={136} count={1} step={0} scale={1.15} />
      <SlopeWindow time="day" x={108} y={139} scale={1.15} isOpen />
      <WindowRow time="day" startX={182} y={142} count={2} step={74} fall={3} scale={1.15} />
    </>
  );
}

export function LivingRoom() {
  return (
    <>
      <Room time="day" />
      <RoomWindow x={58} time="day" width={60} height={88} />
      <RoomWindow x={150} time="day" width={60} height={88} />
      <Rug x={96} y={196} width={128} />
      <Plant x={14} y={196} scale={0.95} />
      <Armchair x={196} y={214} />
    </>
  );
}

export function RoofAtDusk() {
  return (
    <>
      <Sky time="dusk" horizonY={112} />
      <Sun x={78} y={92} r={13} colour="#ffe0a8" />
      <Cloud x={150} y={40} scale={1.2} opacity={0.22} colour="#ffd3c2" />
      <Chimney x={52} y={106} time="dusk" />
      <Slope covering="slate" time="dusk" ridge={104} fall={-14} />
      <WindowRow time="dusk" startX={46} y={148} count={3} step={84} fall={-3} scale={1.25} />
    </>
  );
}

export function HouseInSpring() {
  return (
    <>
      <Sky time="dawn" />
      <Sun x={226} y={64} r={15} />
      <Birds x={64} y={50} />
      <Hills y={150} far="#a9c3a0" near="#86ad80" />
      <Tree x={44} y={204} scale={1.15} />
      <House x={84} y={210} scale={1.15} time="dawn" covering="red" />
      <Tree x={254} y={206} scale={0.95} colour="#5b9a6c" />
    </>
  );
}

export function Bedroom() {
  return (
    <>
      <Room time="dawn" />
      <RoomWindow x={96} y={28} time="dawn" width={66} height={92} />
      <RoomWindow
        x={190}
        y={28}
        time="dawn"
        width={66}
        height={92}
        blind={0.32}
        blindColour="#d9a58c"
      />
      <FloorLamp x={18} y={202} />
      <Bed x={74} y={218} scale={1.15} />
    </>
  );
}

export function FlatRoofInTown() {
  return (
    <>
      <Sky time="noon" />
      <Sun x={58} y={44} r={14} />
      <Skyline y={132} colour="#8fb0d2" />
      <Skyline y={148} colour="#6f93bb" />
      <FlatRoof y={134} time="noon" />
      <FlatWindow x={30} y={150} scale={1.05} time="noon" />
      <FlatWindow x={164} y={150} scale={1.05} time="noon" />
    </>
  );
}

export function RoofInWinter() {
  return (
    <>
      <Sky time="snow" horizonY={110} />
      <Fir x={30} y={112} scale={0.9} colour="#6c8a89" />
      <Fir x={262} y={118} scale={1.1} colour="#6c8a89" />
      <Chimney x={186} y={104} time="snow" />
      <Slope covering="snow" time="snow" />
      <WindowRow time="snow" isLit startX={40} y={140} count={3} step={88} fall={3} scale={1.25} />
      <g fill="#ffffff" opacity="0.9">
        {Array.from({ length: 24 }, (_, index) => (
          <circle
            key={index}
            cx={(index * 67) % 300}
            cy={(index * 41) % 96}
            r={index % 3 === 0 ? 1.9 : 1.2}
          />
        ))}
      </g>
    </>
  );
}

/** Rain sensors have closed the windows. */
export function RainSensor() {
  return (
    <>
      <Sky time="rain" horizonY={120} />
      <Cloud x={20} y={12} scale={1.9} colour="#e9edf1" />
      <Cloud x={160} y={4} scale={2} colour="#dfe5ea" />
      <Rain />
      <Slope covering="graphite" time="rain" ridge={112} fall={8} />
      <SlopeWindow time="rain" isLit x={50} y={146} scale={1.35} />
      <SlopeWindow time="rain" isLit x={192} y={150} scale={1.35} />
      <g transform="translate(126 124)">
        <circle r="20" cx="14" cy="14" fill="#ffffff" />
        <path d="M14 3q10 12 10 17a10 10 0 0 1-20 0Q4 15 14 3z" fill="#2f7fc4" />
      </g>
    </>
  );
}

export function WindowByPhone() {
  return (
    <>
      <Room time="day" />
      <RoomWindow x={40} y={22} time="day" width={92} height={116} isOpen />
      <Waves x={176} y={92} scale={-1.1} colour="#c13f29" />
      <Phone x={196} y={36} scale={1.15} />
    </>
  );
}

export function BlindsAtNight() {
  return (
    <>
      <Room time="night" />
      <RoomWindow x={40} y={26} time="night" width={68} height={96} blind={0.62} />
      <RoomWindow x={136} y={26} time="night" width={68} height={96} blind={0.28} />
      <g transform="translate(182 78)">
        <Moon x={0} y={0} r={8} />
      </g>
      <FloorLamp x={12} y={206} isLit scale={1.05} />
      <Sofa x={62} y={220} />
      <WallSwitch x={238} y={60} />
      <Waves x={232} y={88} scale={-0.7} colour="#ffd98a" />
    </>
  );
}

/** An old, dull roof window next to a new one. */
export function RoofBeforeAndAfter() {
  const id = useId();
  return (
    <>
      <Sky time="rain" horizonY={120} />
      <Slope covering="red" time="rain" ridge={84} fall={0} />
      <path d="M0 0h184l-52 240H0z" fill="#5b5a58" opacity="0.42" />
      <SlopeWindow time="rain" isOld x={48} y={122} scale={1.3} />
      <clipPath id={id}>
        <path d="M180 0h120v240H130z" />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <Sky time="day" />
        <Sun x={250} y={42} r={14} />
        <Slope covering="red" time="day" ridge={84} fall={0} />
        <SlopeWindow time="day" x={192} y={112} scale={1.55} />
      </g>
      <Seam x={152} />
    </>
  );
}

/** The same interior with a small and a large window. */
export function RoomBeforeAndAfter() {
  const id = useId();
  return (
    <>
      <Room time="day" />
      <path d="M0 0h184l-52 240H0z" fill="#4a4038" opacity="0.58" />
      <RoomWindow x={56} y={52} time="rain" width={36} height={46} hasLight={false} />
      <clipPath id={id}>
        <path d="M180 0h120v240H130z" />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <Room time="day" />
        <RoomWindow x={194} y={20} time="day" width={82} height={114} />
        <Plant x={252} y={206} />
      </g>
      <Seam x={152} />
    </>
  );
}

export function WindowBeingHoisted() {
  return (
    <>
      <Sky time="day" />
      <Cloud x={16} y={30} scale={1.2} />
      <Cloud x={214} y={54} scale={0.9} />
      <Slope covering="red" time="day" ridge={128} fall={8} />
      <g transform="translate(196 154) scale(1.1) skewX(-9)">
        <path d="M-3-3h50v70H-3z" fill="#d2a86f" />
        <path d="M3 3h38v58H3z" fill="#241d1b" />
      </g>
      <HoistedWindow x={118} y={66} time="day" />
      <Ladder x={58} y={240} height={150} />
    </>
  );
}

/** Close-up: glass, flashing, surrounding tiles. */
export function FlashingCloseUp() {
  return (
    <>
      <Slope covering="red" time="day" ridge={-30} fall={0} />
      <path d="M80 8h140l24 224H56z" fill="#39424f" />
      <path d="M80 8h140l2 18H78z" fill="#4d5968" />
      <path d="M62 176 56 232h188l-6-56z" fill="#2d3540" />
      <path d="M60 204h180M64 218h174" stroke="#4d5968" strokeWidth="2" />
      <FrontWindow x={94} y={30} scale={1.33} time="day">
        <Cloud x={18} y={38} scale={0.7} opacity={0.8} />
        <Cloud x={30} y={72} scale={0.5} opacity={0.6} />
      </FrontWindow>
    </>
  );
}

/** A row of new windows on an old building at sunset. */
export function RenewedHouse() {
  return (
    <>
      <Sky time="late" />
      <Sun x={48} y={70} r={17} colour="#fff0c2" />
      <Hills y={156} far="#c9b98a" near="#9fa06c" />
      <House x={66} y={214} scale={1.45} time="late" wall="#f7ead6" />
      <Ladder x={252} y={216} height={126} />
    </>
  );
}

/** Light, shade and protection: three windows with different shading. */
export function LightAndShade() {
  return (
    <>
      <Room time="late" />
      <path d="M0 0h300v240H0z" fill="#efe3d0" />
      <path d="M0 176h300v64H0z" fill="#c99f70" />
      <path d="M0 172h300v5H0z" fill="#ffffff" opacity="0.7" />
      <path
        d="M32 184h60l-14 28H18zM122 184h60l-14 28h-60zM212 184h60l-14 28h-60z"
        fill="#fff6d8"
        opacity="0.6"
      />
      <FrontWindow
        x={24}
        y={40}
        scale={0.86}
        time="late"
        shade="pleated"
        coverRatio={0.42}
        colour="#c98f78"
      />
      <FrontWindow x={114} y={40} scale={0.86} time="late" shade="awning" coverRatio={0.6} />
      <FrontWindow x={204} y={40} scale={0.86} time="late" shade="shutter" coverRatio={0.5} />
    </>
  );
}
