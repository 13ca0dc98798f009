// Reads YAML as kubectl and Argo CD do, and writes the JSON that they see: one text per line, as a JSON string, each way.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"sigs.k8s.io/yaml"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<28)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		var text string
		if err := json.Unmarshal(in.Bytes(), &text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		read, err := yaml.YAMLToJSONStrict([]byte(text))
		if err != nil {
			problem, _ := json.Marshal(err.Error())
			fmt.Fprintf(out, "{\"problem\":%s}\n", problem)
			continue
		}
		fmt.Fprintf(out, "{\"value\":%s}\n", read)
	}
}
