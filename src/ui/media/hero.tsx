import type { ReactNode } from 'react';
import { brand } from '#brand';
import { useScrolledPast } from '../focus/use-scrolled-past.ts';

/** The light that the roof stands in; ground, scrim and ink follow it (`sky.css`). */
export type Scene = 'dawn' | 'day' | 'dusk' | 'night';

/** The widths that there are of a scene, in px. */
const WIDTHS = [1080, 1440] as const;

/** The file of a scene. @param width one of `WIDTHS` */
export function sceneFile(scene: Scene, width: (typeof WIDTHS)[number]): string {
  return `${brand.scenes}/roof-${scene}-${width}.webp`;
}

/** The roof that a screen begins with, and what stands on its sky. */
export function Hero({ scene, children }: { scene: Scene; children: ReactNode }) {
  // Under the app's header.
  const { ref, out } = useScrolledPast(72);
  return (
    <div ref={ref} data-scene={scene} data-left={out ? '' : undefined} className="hero">
      <img
        src={sceneFile(scene, 1080)}
        srcSet={WIDTHS.map((width) => `${sceneFile(scene, width)} ${width}w`).join(', ')}
        sizes="(min-width: 56.25rem) 36rem, 108vw"
        width={1440}
        height={1200}
        alt=""
        fetchPriority="high"
      />
      {children}
    </div>
  );
}
