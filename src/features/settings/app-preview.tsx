import { classNames } from '#src/ui/class-names.ts';
import { type Scene, sceneFile } from '#src/ui/media/hero.tsx';

/** Themes that can be previewed. */
type PreviewTheme = 'light' | 'dark' | 'sunlight';

const scenes: Readonly<Partial<Record<PreviewTheme, Scene>>> = { light: 'day', dark: 'night' };

/**
 * Miniature of the home screen in a given theme, independent of the current one. Decorative: the
 * label beside it names the theme.
 */
export function AppPreview({ look }: { look: PreviewTheme | 'system' }) {
  return (
    <span
      aria-hidden="true"
      className="relative block aspect-5/4 w-full overflow-hidden rounded-control border border-line-strong"
    >
      <SmallHome look={look === 'system' ? 'light' : look} />
      {look === 'system' && (
        <SmallHome look="dark" className="[clip-path:polygon(50%_0,100%_0,100%_100%,50%_100%)]" />
      )}
    </span>
  );
}

function SmallHome({ look, className }: { look: PreviewTheme; className?: string }) {
  const scene = scenes[look];
  return (
    <span
      data-look={look}
      className={classNames('app-preview absolute inset-0 flex flex-col', className)}
    >
      <span className="relative block h-[46%] overflow-hidden">
        {scene && (
          <img
            src={sceneFile(scene, 1080)}
            alt=""
            width={1080}
            height={900}
            loading="lazy"
            decoding="async"
            className="absolute inset-x-0 top-0 w-full"
          />
        )}
        <span className="preview-number absolute start-[10%] top-[18%] h-[16%] w-[38%] rounded-[3px]" />
        <span className="preview-gold absolute start-[53%] top-[18%] h-[16%] w-[9%]" />
      </span>
      <span className="flex flex-1 flex-col gap-[6%] p-[8%]">
        <span className="preview-action block h-[22%] rounded-[5px]" />
        {[0, 1].map((row) => (
          <span
            key={row}
            className="preview-card flex flex-1 items-center gap-[7%] rounded-[5px] px-[7%]"
          >
            <span className="preview-quiet block aspect-square h-[58%] rounded-[3px]" />
            <span className="preview-ink block h-[16%] w-[44%] rounded-full" />
          </span>
        ))}
      </span>
    </span>
  );
}
