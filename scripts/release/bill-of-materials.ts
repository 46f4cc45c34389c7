import type { ProductionPackage } from './production-packages.ts';

/** What the bill is of: this program, at a commit. */
interface Subject {
  name: string;
  version: string;
  license: string;
  /** When its commit was made: the same commit has the same bill. */
  at: Date;
}

/** The packages in a release as a CycloneDX 1.6 document. */
export function billOfMaterials(subject: Subject, packages: readonly ProductionPackage[]): object {
  const { name, version, license } = subject;
  const purl = `pkg:generic/${name}@${version}`;
  const unique = new Map(packages.map((one) => [purlOf(one), one]));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: subject.at.toISOString(),
      component: {
        ...{ type: 'application', 'bom-ref': purl, name, version, purl },
        licenses: [{ license: { id: license } }],
      },
    },
    components: [...unique.keys()].sort().map((ref) => {
      const one = unique.get(ref) as ProductionPackage;
      return {
        ...{ type: 'library', 'bom-ref': ref, name: one.name, version: one.version, purl: ref },
        ...(one.license ? { licenses: [{ expression: one.license }] } : {}),
        hashes: [{ alg: 'SHA-512', content: digestOf(one.integrity) }],
      };
    }),
    dependencies: [{ ref: purl, dependsOn: [...unique.keys()].sort() }],
  };
}

function purlOf({ name, version, isForeign }: ProductionPackage): string {
  return `pkg:${isForeign ? 'generic' : 'npm'}/${name.replace('@', '%40')}@${version}`;
}

/** npm records a digest as `sha512-` and base64; CycloneDX wants hexadecimal. */
function digestOf(integrity: string): string {
  return Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
}
