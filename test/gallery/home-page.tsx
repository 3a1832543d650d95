import { Award, BookOpen, MessageCircle, Plus, ShoppingCart, Users } from 'lucide-react';
import { useState } from 'react';
import { AppHeader } from '#src/ui/layout/app-header.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card, CardLink } from '#src/ui/layout/card.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import { TextLink } from '#src/ui/links.tsx';
import { Thumbnail } from '#src/ui/media/thumbnail.tsx';
import { Tile } from '#src/ui/layout/tile.tsx';
import type { GalleryPageProps } from './gallery-texts.ts';

export function HomePage({ texts, language }: GalleryPageProps) {
  const [points, setPoints] = useState(12_480);
  const format = (number: number) => new Intl.NumberFormat(language).format(number);
  return (
    <>
      <AppHeader
        start={<p className="text-title font-bold break-long">Labas, Kazimiera</p>}
        end={<IconButton label="Cart, 3 items" icon={<ShoppingCart />} href="#cart" count={3} />}
      />
      <Page title="Home" titleHidden width="wide">
        <div className="space-y-7">
          <div className="grid gap-3 desk:grid-cols-2">
            <CardLink href="#balance" tone="plain">
              <p className="text-small font-medium text-ink-soft">{texts.company}</p>
              <PointsNumber value={points} format={format} unit={texts.points} />
              <div className="mt-4">
                <ProgressBar label="Tier 2" value={62} countText={texts.sent} />
              </div>
            </CardLink>
            <div className="space-y-3">
              <Banner
                tone="offline"
                title={texts.offlineTitle}
                action={
                  <Button variant="secondary" onClick={() => setPoints((n) => n + 340)}>
                    {texts.save}
                  </Button>
                }
              >
                {texts.offlineText}
              </Banner>
              <LinkButton href="#scan" size="large" fullWidth icon={<Plus />}>
                {texts.addProduct}
              </LinkButton>
            </div>
          </div>
          <Projects texts={texts} />
          <Tiles texts={texts} />
          <Card tone="sunken">
            <p className="font-semibold">{texts.emptyScans}</p>
            <p className="text-small">{texts.emptyScansText}</p>
          </Card>
        </div>
      </Page>
    </>
  );
}

type WithTexts = Pick<GalleryPageProps, 'texts'>;

function Projects({ texts }: WithTexts) {
  return (
    <Section title={texts.nav[1]} link={<TextLink href="#all">{texts.cancel}</TextLink>}>
      <List>
        <ListRow
          href="#1"
          thumbnail={<Thumbnail alt="" />}
          title={texts.project}
          meta={texts.address}
          trailing={<SyncMark state="waiting" label={texts.waiting} />}
        />
        <ListRow
          href="#2"
          thumbnail={<Thumbnail alt="" />}
          title="GGL MK06 2070"
          meta="24A17K3M-0042"
          trailing={<SyncMark state="refused" label={texts.rejected} />}
        />
        <ListRow
          href="#3"
          thumbnail={<Thumbnail alt="" />}
          title={texts.project}
          meta={texts.address}
          trailing={<Badge tone="warn">{texts.inReview}</Badge>}
        />
        <ListRow
          title="GPU SK08 0066"
          meta="23B09R7T-1183"
          thumbnail={<Thumbnail alt="" />}
          trailing={<SyncMark state="sending" label={texts.sending} />}
        />
      </List>
    </Section>
  );
}

function Tiles({ texts }: WithTexts) {
  return (
    <Section title={texts.nav[4]}>
      <div className="grid grid-cols-2 gap-3 desk:grid-cols-4">
        <Tile href="#t1" picture={<BookOpen />} title={texts.nav[3]} />
        <Tile href="#t2" picture={<Users />} title={texts.company} />
        <Tile href="#t3" picture={<Award />} title={texts.project} />
        <Tile href="#t4" picture={<MessageCircle />} title={texts.save} />
      </div>
    </Section>
  );
}
