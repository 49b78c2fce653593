import { assembleContent } from '../content/assemble-content.ts';
import type { ContentRepository } from '../content/content-repository.ts';
import type { Content } from '../content/content-types.ts';
import { releaseFiles } from '../content/release-files.ts';
import type { ResponseTarget } from '../enquiries/response-target.ts';
import type { Config } from './config.ts';

type LiveContentDependencies = { config: Config; contentRepository: ContentRepository };

/** Creates the access to the content that visitors see. */
export function createLiveContent({ config, contentRepository }: LiveContentDependencies) {
  let shownContent = assembleContent(releaseFiles, config);
  const target: ResponseTarget = {
    get replyWithinHours() {
      return shownContent.site.replyWithinHours;
    },
    get officeHours() {
      return shownContent.office;
    },
  };
  return {
    /** Response target of the shown content. */
    target,
    /** Returns the content that visitors see: the release's until other content is shown. */
    getContent: () => shownContent,
    setContent: (content: Content): void => void (shownContent = content),
    /** Resolves to the live content by the database, for commands, which show no pages. */
    async loadContentFromDatabase(): Promise<Content> {
      const newest = await contentRepository.readNewestNumber();
      for await (const { files } of contentRepository.readDisplayCandidates(newest))
        if ((await contentRepository.findSchemaIssues(files)).length === 0) return assembleContent(files, config);
      return assembleContent(releaseFiles, config);
    },
  };
}
