// Parts that several examples of pages begin with, indented as an example is.

/** A repository of Git with one platform in it. */
export const edgeRepository = (): string => `git init -q .
      cat > polyvirt.yaml <<'END'
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: '1.9' }
        virtualMachines:
          - name: web
            architecture: amd64
            memory: 2Gi
            disks: [{ name: os, containerDisk: { image: 'quay.io/containerdisks/fedora:42' } }]
      END`;

/** A CRD up to the properties of its schema. */
export const lampCrd = (version: 'v1' | 'v1beta1' = 'v1'): string => `apiVersion: apiextensions.k8s.io/${version}
      kind: CustomResourceDefinition
      metadata: { name: lamps.example.com }
      spec:
        group: example.com
        names: { kind: Lamp, plural: lamps }
        scope: Namespaced
        versions:
          - name: v1
            served: true
            storage: true
            schema:
              openAPIV3Schema:
                type: object
                properties:`;
