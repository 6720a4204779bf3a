import type { NovaRowFragment } from "../../api/generated/graphql.ts";
import { placeOfNova } from "../../novae/places.ts";
import { LabelChip, stateOf } from "../../parts/LabelChip.tsx";
import type { Column } from "../../parts/Table.tsx";
import { said } from "../../parts/words.ts";

export const COLUMNS: readonly Column<NovaRowFragment>[] = [
  { title: "Name", width: "minmax(120px, 2fr)", cell: (nova) => <a href={placeOfNova(nova)}>{nova.primaryName ?? nova.novaId}</a> },
  { title: "Status", width: "120px", cell: ({ status }) => <LabelChip state={stateOf(status)}>{said(status)}</LabelChip> },
  { title: "Type", width: "minmax(96px, 1fr)", isExtra: true, cell: ({ novaType }) => novaType },
  { title: "Discovered", width: "96px", isExtra: true, cell: ({ discoveryDate }) => discoveryDate?.replaceAll("-00", "") },
  { title: "RA", width: "112px", isNumber: true, from: 1000, cell: ({ raSexagesimal }) => raSexagesimal },
  { title: "Dec", width: "112px", isNumber: true, from: 1000, cell: ({ decSexagesimal }) => decSexagesimal },
  { title: "Spectra", width: "64px", isNumber: true, cell: ({ spectraCount }) => spectraCount },
];
