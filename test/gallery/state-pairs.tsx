import { Camera, Check, House, TriangleAlert } from 'lucide-react';
import { ChoiceTiles } from '#src/features/scan/manual/product-fields.tsx';
import '#src/features/scan/scanner/scan.css';
import { PictureRadios } from '#src/features/marketing/choice-fields.tsx';
import { ThemeCard } from '#src/features/settings/settings-screen.tsx';
import { Badge, UnreadDot } from '#src/ui/feedback/badge.tsx';
import { Blind } from '#src/ui/feedback/blind.tsx';
import { Button } from '#src/ui/button.tsx';
import { Disclosure } from '#src/ui/layout/disclosure.tsx';
import { GalleryPosition } from '#src/ui/media/gallery.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { NavBarLink } from '#src/ui/layout/nav-bar.tsx';
import { Pagination } from '#src/ui/lists/pagination.tsx';
import { Points } from '#src/ui/points.tsx';
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx';
import { Stepper } from '#src/ui/layout/stepper.tsx';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import { DataTable } from '#src/ui/lists/table/data-table.tsx';
import { Tabs } from '#src/ui/layout/tabs.tsx';
import { fieldPairs } from './field-pairs.tsx';
import { pair, type StatePair } from './state-pair.ts';

const noop = () => undefined;

const choices = [
  pair('a chosen theme card', 'src/features/settings/settings-screen.tsx', (isChosen) => (
    <ThemeCard theme="light" title="Light" isSelected={isChosen} onSelect={noop} />
  )),
  pair('a chosen picture', 'src/features/marketing/choice-fields.tsx', (isChosen) => (
    <PictureRadios
      legend="Picture"
      size="large"
      value={isChosen ? 'a' : ''}
      onValueChange={noop}
      options={[{ value: 'a', label: 'Roof', picture: <House /> }]}
    />
  )),
  pair('a chosen tile', 'src/features/scan/manual/product-fields.tsx', (isChosen) => (
    <ChoiceTiles
      label="Type"
      otherLabel="Other"
      options={[{ id: 'GGL', label: 'GGL', text: 'GGL' }]}
      value={isChosen ? 'GGL' : null}
      onValueChange={noop}
      error={null}
    />
  )),
  pair('a chosen tab', 'src/ui/layout/tabs.tsx', (isSecond) => (
    <Tabs
      label="Tabs"
      selected={isSecond ? 'b' : 'a'}
      tabs={[
        { id: 'a', title: 'Levels', content: null },
        { id: 'b', title: 'Points', content: null },
      ]}
    />
  )),
];

const places = [
  pair(
    'the current item of the navigation bar',
    ['src/ui/layout/nav-bar.tsx', 'src/styles/app.css'],
    (isCurrent) => (
      <ul>
        <NavBarLink item={{ id: 'a', label: 'Home', icon: <House />, href: '#a', isCurrent }} />
      </ul>
    ),
  ),
  pair(
    'the current scan button of the navigation bar',
    'src/ui/layout/nav-bar.tsx',
    (isCurrent) => (
      <ul>
        <NavBarLink
          item={{ id: 's', label: 'Scan', icon: <Camera />, href: '#s', isCurrent, isMain: true }}
        />
      </ul>
    ),
  ),
  pair('the current page', 'src/ui/lists/pagination.tsx', (isSecond) => (
    <Pagination
      page={isSecond ? 3 : 2}
      lastPage={4}
      onPageChange={noop}
      label="Pages"
      previousLabel="Previous"
      nextLabel="Next"
      pageLabel={(number) => `Page ${number}`}
    />
  )),
  pair('the opened row of a list', 'src/ui/lists/list.tsx', (selected) => (
    <List>
      <ListRow href="#row" title="Long Acre 14" selected={selected} />
    </List>
  )),
  pair('the pressed row of a list', 'src/ui/lists/list.tsx', (selected) => (
    <List>
      <ListRow onPress={noop} title="Long Acre 14" selected={selected} />
    </List>
  )),
  pair('the opened row of a table', 'src/ui/lists/table/data-table.tsx', (isOpen) => (
    <DataTable
      label="Projects"
      columns={[{ id: 'name', title: 'Name', cell: () => null, sortValue: () => 0 }]}
      rows={['a']}
      keyOf={(row) => row}
      subject={() => ({ href: '#a', title: 'Long Acre 14' })}
      sorting={null}
      selectedKey={isOpen ? 'a' : undefined}
    />
  )),
  pair('an open disclosure', 'src/ui/layout/disclosure.tsx', (defaultOpen) => (
    <Disclosure title="Details" defaultOpen={defaultOpen}>
      {null}
    </Disclosure>
  )),
];

const buttons = [
  pair('a disabled button', 'src/ui/button.tsx', (disabled) => (
    <Button disabled={disabled}>Save</Button>
  )),
  pair('a busy button', 'src/ui/button.tsx', (busy) => <Button busy={busy}>Save</Button>),
  pair('a secondary button', 'src/ui/button.tsx', (isSecond) => (
    <Button variant={isSecond ? 'secondary' : 'primary'}>Save</Button>
  )),
  pair('a disabled icon button', 'src/ui/icon-button.tsx', (disabled) => (
    <IconButton label="Next" icon={<Check />} disabled={disabled} />
  )),
  pair('a count on an icon button', 'src/ui/icon-button.tsx', (isCounted) => (
    <IconButton label="Cart" icon={<Check />} count={isCounted ? 2 : 0} />
  )),
];

const progress = [
  pair('progress', 'src/ui/feedback/progress-bar.tsx', (isAdvanced) => (
    <ProgressBar label="Sending" value={isAdvanced ? 80 : 20} />
  )),
  pair('a step', 'src/ui/layout/stepper.tsx', (isAdvanced) => (
    <Stepper label="Step" step={isAdvanced ? 3 : 2} total={5} />
  )),
  pair('a level', ['src/ui/feedback/blind.tsx', 'src/styles/blind.css'], (isAdvanced) => (
    <Blind progress={isAdvanced ? 0.8 : 0.2} />
  )),
  pair(
    'a chosen month',
    ['src/features/balance/month-bars.tsx', 'src/styles/balance.css'],
    (isChosen) => (
      <div className="flex h-42">
        <label className="month">
          <input type="radio" aria-label="May" checked={isChosen} onChange={noop} />
          <span className="month-bar h-12" />
          <span className="month-letter">M</span>
        </label>
      </div>
    ),
  ),
  pair('the shown picture of several', 'src/ui/media/gallery.tsx', (isSecond) => (
    <GalleryPosition
      currentIndex={isSecond ? 1 : 0}
      total={3}
      isFramed
      onShow={noop}
      pictureLabel={(number) => `Picture ${number}`}
      previousLabel="Previous"
      nextLabel="Next"
    />
  )),
  pair('a badge', 'src/ui/feedback/badge.tsx', (isError) => (
    <Badge tone={isError ? 'bad' : 'good'}>Status</Badge>
  )),
  pair('an unsent item', 'src/ui/feedback/sync-mark.tsx', (isRejected) => (
    <SyncMark state={isRejected ? 'refused' : 'waiting'} label="Not sent" />
  )),
  pair('an unread item', 'src/ui/feedback/badge.tsx', (isUnread) => (
    <p className="flex h-6">{isUnread && <UnreadDot>Unread</UnreadDot>}</p>
  )),
  pair('reserved points', 'src/styles/balance.css', (isReserved) => (
    <span className={isReserved ? 'booked-reserved' : ''}>
      <Points number="120" label="120 points" />
    </span>
  )),
];

/** Markers over the camera picture. */
const scanner = [
  pair('an added label in the picture', scannerFiles('code-outlines.tsx'), (isKnown) => (
    <svg width="120" height="120" role="presentation">
      <polygon
        className="scan-mark"
        data-tone={isKnown ? 'duplicate' : 'new'}
        points="10,10 110,10 110,110 10,110"
      />
    </svg>
  )),
  pair('a rejected label in the picture', scannerFiles('code-outlines.tsx'), (isRejected) => (
    <svg width="120" height="120" role="presentation">
      <polygon
        className="scan-mark"
        data-tone={isRejected ? 'rejected' : 'new'}
        points="10,10 110,10 110,110 10,110"
      />
    </svg>
  )),
  pair('the newest picture of the tray', scannerFiles('captured-pictures.tsx'), (isNewest) => (
    <span className={`block size-14 ${isNewest ? 'scan-newest' : ''}`} />
  )),
  pair('the check of a scanned product', scannerFiles('captured-pictures.tsx'), (isGood) => (
    <span className="relative block size-14">
      <span className="scan-verdict" data-good={isGood || undefined}>
        {isGood ? <Check /> : <TriangleAlert />}
      </span>
    </span>
  )),
];

function scannerFiles(file: string): readonly string[] {
  return [`src/features/scan/scanner/${file}`, 'src/features/scan/scanner/scan.css'];
}

/** All components with states that people must be able to distinguish. */
export const statePairs: readonly StatePair[] = [
  ...fieldPairs,
  ...choices,
  ...places,
  ...buttons,
  ...progress,
  ...scanner,
];
