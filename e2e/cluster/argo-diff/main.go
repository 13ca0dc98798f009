// Command argo-diff compares objects as Argo CD does: with the diff of its own engine. Each line of standard input is what is in Git and what
// is live, {"id", "target", "live"}; each line of standard output whether Argo CD shows a difference, and which.
package main

import (
	"bufio"
	"encoding/json"
	"log"
	"os"

	"github.com/argoproj/argo-cd/gitops-engine/pkg/diff"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

type pair struct {
	ID     string         `json:"id"`
	Target map[string]any `json:"target"`
	Live   map[string]any `json:"live"`
}

type answer struct {
	ID        string          `json:"id"`
	Modified  bool            `json:"modified"`
	Live      json.RawMessage `json:"live,omitempty"`
	Predicted json.RawMessage `json:"predicted,omitempty"`
	Error     string          `json:"error,omitempty"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<26)
	written := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked pair
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			log.Fatal(err)
		}
		if err := written.Encode(compare(asked)); err != nil {
			log.Fatal(err)
		}
	}
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
}

func compare(asked pair) answer {
	result, err := diff.Diff(&unstructured.Unstructured{Object: asked.Target}, &unstructured.Unstructured{Object: asked.Live})
	if err != nil {
		return answer{ID: asked.ID, Error: err.Error()}
	}
	if !result.Modified {
		return answer{ID: asked.ID}
	}
	return answer{ID: asked.ID, Modified: true, Live: result.NormalizedLive, Predicted: result.PredictedLive}
}
