import type { SVGProps } from 'react';
import type { ServiceIconId } from '#schemas/marketing-pictures.ts';

/** SVG path of each icon, in a 24 × 24 view box. */
const iconPaths: Readonly<Record<ServiceIconId, string>> = {
  roof_window: 'M7.500 3.500h13l-4 17h-13zM10 7h7.500l-2.400 10H7.500zM13.500 7l-5 7',
  replacement:
    'M8.500 8h9l-2 8.500h-9zM3.500 10A9 9 0 0 1 19 5.500M20.500 14A9 9 0 0 1 5 18.500M19.500 2v4h-4M4.500 22v-4h4',
  flat_roof: 'M2 20.500h20M4.500 20.500V16h15v4.500M6 16l3-7h6l3 7M10.500 9 9 16',
  sun_tunnel:
    'M8 8.500V17M16 8.500V17M5.500 8.500h13M7 8.500a5 4.500 0 0 1 10 0M8 17a4 2 0 0 0 8 0 4 2 0 0 0-8 0M6 22l1.500-2M18 22l-1.500-2M12 22.500v-1.500',
  attic: 'M2 12.500 12 3.500l10 9M4.500 11v9.500h15V11M9.500 20.500v-5h5v5M14.500 8.500 17 11',
  flashing: 'M9 5.500h8.500l-3 11H6zM6.500 2.500h14.500l-4.500 17H2.500zM2 22.500h16',
  insulation: 'M3 4.500h18M3 19.500h18M3.500 16l3.400-8 3.400 8 3.400-8 3.400 8 3.400-8',
  blind: 'M4 3.500h16M6 3.500v17h12v-17M6 7h12M6 10.500h12M6 14h12M12 14v4M11 18.500h2',
  shutter: 'M4 2.500h16v4H4zM5.500 6.500v15h13v-15M5.500 9.500h13M5.500 12.500h13M5.500 15.500h13',
  electric:
    'M7 2.500h10a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2zM9 9.500l3-3 3 3M9 14.500l3 3 3-3M10 12h4',
  solar:
    'M6 12h15l-2.500 9h-17zM13 12l-2 9M4 16.500h16M7 6.500a3.500 3.500 0 0 1 6 2.500M9.500 2v1.500M4 4l1 1M15 4l-1 1M2.500 9h1.500',
  rain_sensor:
    'M12 3q6 6.500 6 10.500a6 6 0 0 1-12 0Q6 9.500 12 3zM9 13.500a3 3 0 0 0 3 3M2 10.500q-1 3 0 6M22 10.500q1 3 0 6',
  repair:
    'M14.500 6.500a4 4 0 0 1 5.500-3l-2.500 2.500 1.500 2 2.500-1.500a4 4 0 0 1-5.500 4.500L7.500 19.500a2.100 2.100 0 0 1-3-3z',
  measuring: 'M2.500 15.500 15.500 2.500l6 6-13 13zM6 12l2 2M9 9l3 3M12 6l2 2M15 3.500l2.500 2.500',
  advice:
    'M4 4.500h16a1.500 1.500 0 0 1 1.500 1.500v9a1.500 1.500 0 0 1-1.500 1.500h-8l-5 4.500v-4.500H4A1.500 1.500 0 0 1 2.500 15V6A1.500 1.500 0 0 1 4 4.500zM7.500 9h9M7.500 12.500h6',
  guarantee: 'M12 2.500 20 5.500v6q0 6.500-8 10-8-3.500-8-10v-6zM8.500 12l2.500 2.500 4.500-5',
  ladder: 'M7.500 2.500 5 21.500M16.500 2.500 19 21.500M7 6.500h10M6.500 11h11M6 15.500h12',
  delivery:
    'M2 6.500h11.500v10H2zM13.500 10H18l3.500 3.500v3h-8M6.500 19.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 19.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
};

interface ServiceIconProps extends Pick<
  SVGProps<SVGSVGElement>,
  'className' | 'x' | 'y' | 'width' | 'height' | 'color'
> {
  /** One of `serviceIcons`. For any other id, nothing is rendered. */
  id: string;
}

/** Icon of a service in the text colour. It's hidden from screen readers; its name is in `serviceIconNames`. */
export function ServiceIcon({ id, ...svgProps }: ServiceIconProps) {
  if (!isServiceIcon(id)) return null;
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...svgProps}
    >
      <path d={iconPaths[id]} />
    </svg>
  );
}

function isServiceIcon(id: string): id is ServiceIconId {
  return Object.hasOwn(iconPaths, id);
}
