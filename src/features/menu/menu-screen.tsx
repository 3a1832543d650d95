import { Trans, useLingui } from '@lingui/react/macro';
import { CloudUpload, LogOut, Sun } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { projectStatus } from '#schemas/project-status.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths, type ScreenPath } from '#src/app/paths.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { useFormat } from '#src/data/text/format.ts';
import { menuSections } from '#src/data/text/menu-sections.tsx';
import { readablePhone } from '#src/data/text/phone.ts';
import { useDisplayEmail } from '#src/data/text/use-display-email.ts';
import { useAvatarSource } from '#src/features/profile/queries.ts';
import { ProjectThumbnail } from '#src/features/projects/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Tile } from '#src/ui/layout/tile.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { Avatar } from '#src/ui/media/avatar.tsx';
import type { PictureName } from '#src/ui/media/picture-files.ts';
import { Picture } from '#src/ui/media/picture.tsx';
import { Points } from '#src/ui/points.tsx';
import { MenuGroups } from './menu-groups.tsx';
import { SignOutSheet } from './sign-out-sheet.tsx';

/** Everything that isn't in the navigation bar (spec 1 §2). */
export function MenuScreen() {
  const { t } = useLingui();
  const [isSigningOut, setIsSigningOut] = useState(false);
  usePageTitle(t`Menu`);
  return (
    <Page title={<Trans>Menu</Trans>} width="wide">
      {/* Two columns: person and tiles on the left, links on the right. */}
      <div className="grid grid-cols-1 items-start gap-7 tablet:grid-cols-2 tablet:gap-x-6">
        <div className="space-y-7">
          <PersonAndCompany />
          <MenuTiles />
        </div>
        <div className="space-y-7">
          <Links />
          <MenuGroups />
          <SignOut onSignOut={() => setIsSigningOut(true)} />
        </div>
      </div>
      <SignOutSheet isOpen={isSigningOut} onOpenChange={setIsSigningOut} />
    </Page>
  );
}

function SignOut({ onSignOut }: { onSignOut: () => void }) {
  return (
    <div className="space-y-4">
      <Button variant="secondary" fullWidth icon={<LogOut />} onClick={onSignOut}>
        <Trans context="this device">Sign out</Trans>
      </Button>
      <p className="text-center text-caption text-ink-soft tnum">
        <Trans>Version {__APP_VERSION__}</Trans>
      </p>
    </div>
  );
}

function Links() {
  const { t } = useLingui();
  const format = useFormat();
  const points = useSingleton('points');
  const { unsent } = useSyncStatus();
  return (
    <List label={t`Go to`}>
      <ListRow
        icon={<Sun />}
        title={<Trans>Points</Trans>}
        number={
          points && (
            <Points
              number={format.number(points.company_points)}
              label={format.points(points.company_points)}
            />
          )
        }
        {...linkTo(paths.balance())}
      />
      <ListRow
        icon={<CloudUpload />}
        title={<Trans>Not sent yet</Trans>}
        trailing={
          unsent !== null &&
          unsent.total > 0 && (
            <Badge tone={unsent.rejectedTotal > 0 ? 'bad' : 'info'}>
              {unsent.rejectedTotal > 0 ? (
                <Trans>{unsent.rejectedTotal} to fix</Trans>
              ) : (
                <Trans>{unsent.total} not sent</Trans>
              )}
            </Badge>
          )
        }
        {...linkTo(paths.scanOffline())}
      />
    </List>
  );
}

/** Precached images for each part of the app. */
const menuPictures: Partial<Record<ScreenPath, PictureName>> = {
  '/leads': 'products/gpl',
  '/shop': 'things/service',
  '/orders': 'products/box',
  '/club-card': 'things/card',
  '/team': 'things/training',
  '/guide': 'products/gtl',
  '/resources': 'products/flashing',
};

/** Menu entries whose image is a house under a sky, with the project status that determines the sky. */
const houseStatuses: Partial<
  Record<ScreenPath, (typeof projectStatus)[keyof typeof projectStatus]>
> = {
  '/today': projectStatus.inProgress,
  '/warranty-certificates': projectStatus.closed,
  '/news': projectStatus.scheduled,
};

/** A tile for each part of the app that this user may see. */
function MenuTiles() {
  const { i18n } = useLingui();
  const canSee = useCanSee();
  const visibleSections = menuSections.filter(({ link }) => canSee(link));
  if (visibleSections.length === 0) return null;
  return (
    <nav className="grid grid-cols-[repeat(auto-fill,minmax(min(7rem,45%),1fr))] gap-3">
      {visibleSections.map(({ link, title, icon }) => (
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
  const picture = menuPictures[path];
  if (picture) return <Picture name={picture} sizes="80px" alt="" className="w-20" />;
  const status = houseStatuses[path];
  if (status === undefined) return null;
  return (
    <span className="absolute inset-0 *:size-full! *:rounded-none! *:border-0!">
      <ProjectThumbnail project={{ status: { id: status }, expires_at: null }} />
    </span>
  );
}

/** The signed-in user, and the company for the main roles (spec 1 §6, "company card"). */
function PersonAndCompany() {
  const { t } = useLingui();
  const self = useSingleton('self');
  const picture = useAvatarSource();
  const email = useDisplayEmail(self?.email ?? '');
  if (!self) {
    return (
      <Skeleton label={t`Loading your profile`}>
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    );
  }
  const { company } = self;
  return (
    <List label={t`You and your company`}>
      <ListRow
        thumbnail={<Avatar name={`${self.name} ${self.surname}`} src={picture} />}
        title={`${self.name} ${self.surname}`}
        meta={self.email ? email : self.phone && readablePhone(self.phone)}
        {...linkTo(paths.user())}
      />
      {isMainCompanyRole(self.role.id) && (
        <ListRow
          thumbnail={<Avatar name={company.name} />}
          title={company.name}
          meta={[company.address, company.city].filter(Boolean).join(', ')}
          {...linkTo(paths.company())}
        />
      )}
    </List>
  );
}
