package fileuri

// Sort sorts n elements in place by a heap: no recursion, no worst case, and a
// tenth of the code that package slices would add to the module. What is in order
// already, as most lists of findings are, costs one pass.
func Sort(n int, less func(i, j int) bool, swap func(i, j int)) {
	sorted := true
	for i := 1; i < n && sorted; i++ {
		sorted = !less(i, i-1)
	}
	if sorted {
		return
	}
	sift := func(root, end int) {
		for {
			child := 2*root + 1
			if child >= end {
				return
			}
			if child+1 < end && less(child, child+1) {
				child++
			}
			if !less(root, child) {
				return
			}
			swap(root, child)
			root = child
		}
	}
	for i := n/2 - 1; i >= 0; i-- {
		sift(i, n)
	}
	for i := n - 1; i > 0; i-- {
		swap(0, i)
		sift(0, i)
	}
}
