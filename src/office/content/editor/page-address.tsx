import type { ComponentProps } from 'react';
import { findContentModel, filesWithFixedAddress } from '../../../content/content-models.ts';
import { type ContentEntry, type ExtensibleCollection, extensibleCollections } from '../entries.ts';
import { PageForm } from './page-form.tsx';

type PageAddressProps = Pick<ComponentProps<typeof PageForm>, 'targets' | 'takenFiles' | 'onSubmit'>;

/** Renders the address of a page that can go, and the forms to change it and to remove the page. */
export function PageAddress({ entry: { file, state }, targets, ...props }: PageAddressProps & { entry: ContentEntry }) {
  const { name = 'home', path } = findContentModel(file) ?? {};
  if (!(name in extensibleCollections) || state === 'to go') return null;
  const others = targets?.filter(({ value }) => value !== path);
  const formProps = { ...props, collection: name as ExtensibleCollection, file, targets: others };
  return (
    <div className="mb-4">
      <p className="text-quiet wrap-anywhere">Address: {path}</p>
      {filesWithFixedAddress.has(file) ? null : <PageForm {...formProps} title="Change address…" />}
      <PageForm {...formProps} title="Remove…" isRemoval />
    </div>
  );
}
