import { Plural, Trans } from '@lingui/react/macro';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useMaySee } from '#src/data/account/use-permission.ts';
import { countNewLeads } from '#src/features/leads/queries.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Banner } from '#src/ui/banner.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';

/** Customers who wait for an answer, for those who may have leads. */
export function NewLeadsBanner() {
  const maySee = useMaySee();
  const count = useLiveQuery(countNewLeads, []);
  if (!count || !maySee(paths.leads())) return null;
  return (
    <Banner
      title={<Plural value={count} one="# new lead" other="# new leads" />}
      action={
        <LinkButton variant="secondary" {...linkTo(paths.leads())}>
          <Trans>See the leads</Trans>
        </LinkButton>
      }
    >
      <Plural
        value={count}
        one="A customer waits for your answer."
        other="Customers wait for your answer."
      />
    </Banner>
  );
}
