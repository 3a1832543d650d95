import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { projectStatus } from '#schemas/project-status.ts';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { menuSections } from '#src/data/text/menu-sections.tsx';
import { ProjectThumbnail } from '#src/features/projects/queries.ts';
import { linkTo } from '#src/app/link-to.tsx';
import type { ScreenPath } from '#src/app/paths.ts';
import type { PictureName } from '#src/ui/media/picture-files.ts';
import { Picture } from '#src/ui/media/picture.tsx';
import { Tile } from '#src/ui/layout/tile.tsx';

/** Precached picture for each part of the app. */
const things: Partial<Record<ScreenPath, PictureName>> = {
  '/leads': 'products/gpl',
  '/shop': 'things/service',
  '/orders': 'products/box',
  '/club-card': 'things/card',
  '/team': 'things/training',
  '/resources': 'products/flashing',
};

/** Menu entries drawn as a house under a sky, by the project status that the sky shows. */
const houses: Partial<Record<ScreenPath, (typeof projectStatus)[keyof typeof projectStatus]>> = {
  '/warranty-certificates': projectStatus.closed,
  '/news': projectStatus.scheduled,
};

/** A tile for each part of the app that this person may see. */
export function MenuTiles() {
  const { i18n } = useLingui();
  const maySee = useCanSee();
  const visible = menuSections.filter(({ link }) => maySee(link));
  if (visible.length === 0) return null;
  return (
    <nav className="grid grid-cols-[repeat(auto-fill,minmax(min(7rem,45%),1fr))] gap-3">
      {visible.map(({ link, title, icon }) => (
        <Tile
          key={link.to}
          title={i18n._(title)}
          picture={pictureOf(link.to) ?? icon}
          {...linkTo(link)}
        />
      ))}
    </nav>
  );
}

function pictureOf(path: ScreenPath): ReactNode {
  const thing = things[path];
  if (thing) return <Picture name={thing} sizes="80px" alt="" className="w-20" />;
  const status = houses[path];
  if (status === undefined) return null;
  return (
    <span className="absolute inset-0 *:size-full! *:rounded-none! *:border-0!">
      <ProjectThumbnail project={{ status: { id: status }, expires_at: null }} />
    </span>
  );
}
