import { Fragment } from 'react';
import { enquiryFields, textNames } from '../../enquiries/core/enquiry.ts';
import { ActivityList } from './activity-list.tsx';
import { Deliveries } from './delivery-words.tsx';
import { EnquiryActs } from './enquiry-acts.tsx';
import { folders } from './folder-names.ts';
import { Foreign, ForeignBlock } from '../parts/foreign-text.tsx';
import { NoteForm } from './note-form.tsx';
import { OfficePage } from '../parts/office-page.tsx';
import { Sender } from './sender.tsx';
import { Standing } from './standing.tsx';
import type { EnquiryView } from '../parts/view.ts';

const folderOf = { waiting: 'waiting', answered: 'answered', 'set aside': 'set-aside' } as const;

/** One enquiry: what it says, from whom, what became of it, and what can be done. */
export function EnquiryPage({ view }: { view: EnquiryView }) {
  const { enquiry, now, promiseHours, deliveries, activity, note } = view;
  const { subject, reference, handling } = enquiry;
  const folder = folderOf[handling];
  return (
    <OfficePage view={view} title={`${subject}, ${reference}`}>
      <header className="page-header">
        <a href={`/${folder}`} className="further">
          {folders[folder].title}
        </a>
        <h1 className="foreign-title">
          <Foreign text={subject} />
        </h1>
        <Standing enquiry={enquiry} promiseHours={promiseHours} now={now} />
      </header>
      <Sender view={view} />
      <div className="enquiry">
        <section className="enquiry-message">
          {textNames.map((name) => (
            <Fragment key={name}>
              <h2>{enquiryFields[name].label}</h2>
              {enquiry[name] === '' ? (
                <p className="quiet">There is no {enquiryFields[name].label.toLowerCase()}.</p>
              ) : (
                <ForeignBlock text={enquiry[name]} />
              )}
            </Fragment>
          ))}
        </section>
        <div className="enquiry-side">
          <EnquiryActs view={view} />
          <section>
            <h2>What was sent</h2>
            <Deliveries deliveries={deliveries} now={now} />
          </section>
        </div>
        <section className="enquiry-notes">
          <h2>Notes and acts</h2>
          {activity.length > 0 ? (
            <ActivityList acts={activity} now={now} isAboutOne />
          ) : (
            <p className="quiet">Nobody has done anything with it yet.</p>
          )}
          <NoteForm enquiry={enquiry} note={note} />
        </section>
      </div>
    </OfficePage>
  );
}
