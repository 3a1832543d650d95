import { useLingui } from '@lingui/react/macro';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { readablePhone } from '#src/data/text/phone.ts';
import { useAvatarSource } from '#src/features/profile/queries.ts';
import { useDisplayEmail } from '#src/data/text/use-display-email.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Avatar } from '#src/ui/media/avatar.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';

/** The signed-in person, and the company for the main roles (spec 1 §6, "company card"). */
export function PersonAndCompany() {
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
