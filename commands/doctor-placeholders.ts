import type { Placeholder } from '../content/placeholders.ts';
import { isPublic, type Config } from '../start/config.ts';
import type { Result } from './check.ts';
import { counted } from './enquiry-text.ts';

/** Whether anything is left to fill in, with a line for each. Until the site is public, there is time. */
export function checkPlaceholders(config: Pick<Config, 'siteUrl'>, left: readonly Placeholder[]): Result {
  const needed = left.filter(({ isOptional }) => !isOptional);
  const optional = left.filter(({ isOptional }) => isOptional);
  const lines = left.map(
    ({ what, where, why, isOptional }) => `${what}${isOptional ? ', if any' : ''}: ${where} (${why})`,
  );
  if (needed.length === 0) {
    const also = optional.length > 0 ? ', but for what not every company has' : '';
    return { status: 'ok', detail: [`everything is filled in${also}`, ...lines].join('\n') };
  }
  const head = `${counted(needed.length, 'placeholder is', 'placeholders are')} left; fill them in, and build again`;
  return { status: isPublic(config) ? 'warning' : 'ok', detail: [head, ...lines].join('\n') };
}
