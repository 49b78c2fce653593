import type { Service } from './service.ts';

export const devopsCloudops = {
  slug: 'devops-cloudops',
  name: 'DevOps & CloudOps',
  seo: {
    title: 'DevOps and CloudOps on Azure',
    description:
      'Release pipelines, infrastructure in Bicep or Terraform, rehearsed rollbacks and a cloud bill in which each line has a named owner.',
    keywords: [
      'DevOps consultancy',
      'CloudOps services',
      'Azure DevOps pipelines',
      'Terraform and Bicep',
      'cloud cost control',
      'Kubernetes operations',
    ],
  },
  title: 'DevOps & CloudOps: release on a Tuesday morning, not a Friday night',
  situation:
    'Your release waits for Friday night, because it is a wiki page of thirty-one steps that one person can follow. The cloud bill has grown again, and nobody can say which system did it.',
  description: [
    'We turn that wiki page into a pipeline, and servers built by hand into code. A commit is built once, and the very same package goes through test to production. Bicep or Terraform describes each network, database and permission, so a lost environment can be built again.',
    'CloudOps closes the loop. Errors, slow requests and costs flow back from production to the people who write the code: as an alert if customers notice, as an item on the weekly list if it can wait.',
  ],
  features: [
    {
      title: 'No stored passwords',
      text: 'Pipelines sign in to Azure by workload identity federation. Applications use managed identities, with Key Vault for the rest.',
    },
    {
      title: 'A way back',
      text: 'Releases go to a second slot or to a few users first. Database changes come in steps that the previous version can live with.',
    },
    {
      title: 'Drift reported',
      text: 'A nightly plan compares what runs with what the code says, and names each change made by hand.',
    },
    {
      title: 'Alerts with a next step',
      text: 'Each alert watches something a user feels, such as failed sign-ins, and says what to check first.',
    },
    {
      title: 'Costs with an owner',
      text: 'Tags and budgets show who spends what, and test systems are switched off overnight.',
    },
  ],
  steps: [
    {
      title: 'Walk the release',
      text: 'We sit through one with the person who runs it, and write down each manual step.',
    },
    { title: 'Bring in what exists', text: 'Running resources come under Bicep or Terraform without being rebuilt.' },
    {
      title: 'Automate one system',
      text: 'It goes from commit to production through the new pipeline, then the others follow.',
    },
    { title: 'Rehearse failure', text: 'In working hours we restore a backup and roll back a release, on purpose.' },
  ],
  deliverables: [
    'Pipelines as code, in your repository',
    'Infrastructure code for each environment',
    'Runbooks for the failures that were rehearsed',
    'A cost report by system and owner',
  ],
  benefits: [
    'Anyone on the team can release, at an hour when colleagues are there to help.',
    'You have seen your backup come back.',
    'When the bill rises, you know which system to look at.',
  ],
  technologies: [
    'Azure DevOps',
    'GitHub Actions',
    'Terraform',
    'Bicep',
    'Docker',
    'AKS',
    'Azure Monitor',
    'OpenTelemetry',
  ],
  diagram: {
    title: 'One package, and its way back',
    note: 'An example of a release. The package is built once, and what reaches your users is the very one that was tested.',
    columns: ['Place', 'What happens', 'What lets it on', 'The way back'],
    rows: [
      ['Commit', 'A colleague reads the change', 'Approval', 'Change the branch'],
      ['Build', 'Package 412 is made and signed', 'Tests of the code', 'Nothing to undo'],
      ['Test', '412 runs on masked data', 'Main processes replayed', 'Put 411 back'],
      ['Second slot', '412 runs beside 411, for a few users', 'Errors and times no worse', 'Send those users to 411'],
      ['Production', '412 serves all users', 'A person presses the button', 'Swap the slots: 411 is still there'],
    ],
  },
  callToAction: {
    title: 'Describe your last release',
    text: 'The hour, the number of steps, who had to be there and what went wrong. That tells us more than a list of tools.',
  },
  composition: 'plates',
  structure: 'closed-loop',
  gradient: ['meadow', 'lamp'],
} satisfies Service;
