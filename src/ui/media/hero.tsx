import type { ReactNode } from 'react';
import { brand } from '#brand';
import { useScrolledPast } from '../focus/use-scrolled-past.ts';

/** Time of day of the scene, which determines background, scrim and text colour (`sky.css`). */
export type Scene = 'dawn' | 'day' | 'dusk' | 'night';

/** Available widths of a scene, in px. */
const WIDTHS = [1080, 1440] as const;

/**
 * Returns the path of a scene.
 * @param width one of `WIDTHS`
 */
export function sceneFile(scene: Scene, width: (typeof WIDTHS)[number]): string {
  return `${brand.scenes}/roof-${scene}-${width}.webp`;
}

/** Hero image of a roof with content on its sky. */
export function Hero({ scene, children }: { scene: Scene; children: ReactNode }) {
  // Height of the app header.
  const { ref, isScrolledPast } = useScrolledPast(72);
  return (
    <div ref={ref} data-scene={scene} data-left={isScrolledPast ? '' : undefined} className="hero">
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
