import type { RxCollection } from 'rxdb';
import { map, type Observable, shareReplay } from 'rxjs';
import { hasWords, searchText } from '#schemas/address-search.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { liveIndex } from '../../store/live-index.ts';

/** A project and the words it is found by. */
interface Searchable {
  readonly words: string;
  readonly project: ProjectDocument;
}

export interface ProjectSearch {
  /** Reads what is searched, for as long as somebody listens: the first result is there at once then. */
  readonly ready$: Observable<unknown>;
  /** Projects of every status whose address or name contains all words of the text, newest first. */
  matching(text: string): Observable<ProjectDocument[]>;
}

/**
 * The search by address on this device. Thousands of addresses are looked through with every pause in
 * typing: they are read, and their accents taken off, once for all of a search.
 */
export function createProjectSearch(projects: RxCollection<ProjectDocument>): ProjectSearch {
  const all$ = liveIndex<ProjectDocument, Searchable>(projects, {
    selectors: [{}],
    entryOf: (project) => ({ words: searchText(project), project }),
  }).pipe(shareReplay({ bufferSize: 1, refCount: true }));
  return {
    ready$: all$,
    matching: (text) =>
      all$.pipe(
        map((all) =>
          [...all.values()]
            .filter((one) => hasWords(one.words, text))
            .map((one) => one.project)
            .toSorted((a, b) => a.newest_first - b.newest_first),
        ),
      ),
  };
}
